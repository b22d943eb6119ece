import { IconChartBar, IconCode, IconDeviceMobile, IconInbox, IconLayoutKanban, IconReceipt, IconRobot, IconRocket, IconRoute, IconServer, IconSettings, IconSpeakerphone, IconTemplate, IconUsers, type Icon } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import type { FunctionComponent } from 'react';
import type { Me } from '@service/sdk';
import { may } from '../lib/session';

/** The script of a part; ahead asks for what its page shows first, while the page is not drawn yet. */
export interface Page {
  default: FunctionComponent;
  ahead?: (queries: QueryClient, search: URLSearchParams) => Promise<unknown>;
}

/** A part of the app: its place, who sees it, and the page that is loaded when somebody goes there. */
export interface Feature {
  /** The first part of its path, and the name of its words. */
  name: string;
  icon: Icon;
  /** The scope without which it is not shown; none for what is everybody's. */
  needs?: string;
  /** Whether it is only for who reaches every conversation. */
  whole?: boolean;
  /** Whether it is only for operators of the deployment. */
  operator?: boolean;
  load: () => Promise<Page>;
}

/** All parts, in the order of the menu. */
export const features: Feature[] = [
  { name: 'inbox', icon: IconInbox, needs: 'conversations:read', load: () => import('../features/inbox/page') },
  { name: 'contacts', icon: IconUsers, needs: 'contacts:read', load: () => import('../features/contacts/page') },
  { name: 'deals', icon: IconLayoutKanban, needs: 'deals:read', load: () => import('../features/deals/page') },
  { name: 'templates', icon: IconTemplate, needs: 'templates:read', load: () => import('../features/templates/page') },
  { name: 'broadcasts', icon: IconSpeakerphone, needs: 'messages:read', whole: true, load: () => import('../features/broadcasts/page') },
  { name: 'assistants', icon: IconRobot, needs: 'assistants:read', load: () => import('../features/assistants/page') },
  { name: 'routing', icon: IconRoute, needs: 'teams:read', load: () => import('../features/routing/page') },
  { name: 'charges', icon: IconReceipt, needs: 'charges:read', whole: true, load: () => import('../features/charges/page') },
  { name: 'reports', icon: IconChartBar, needs: 'conversations:read', load: () => import('../features/reports/page') },
  { name: 'onboarding', icon: IconRocket, needs: 'numbers:read', whole: true, load: () => import('../features/onboarding/page') },
  { name: 'playground', icon: IconDeviceMobile, needs: 'sandbox:write', whole: true, load: () => import('../features/playground/page') },
  { name: 'developers', icon: IconCode, needs: 'webhooks:read', load: () => import('../features/developers/page') },
  { name: 'settings', icon: IconSettings, load: () => import('../features/settings/page') },
  { name: 'operator', icon: IconServer, operator: true, load: () => import('../features/operator/page') },
];

/** The parts that somebody sees. */
export const featuresOf = (me: Me): Feature[] => features.filter((f) => (!f.operator || me.operator) && (!f.needs || may(me, f.needs)) && (!f.whole || (me.reach.kind === 'all' && me.reach.phoneNumberIds.length === 0)));
