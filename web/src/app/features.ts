import { IconCode, IconDeviceMobile, IconInbox, IconLayoutKanban, IconSpeakerphone, IconUsers, type Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Me } from '@service/sdk';
import { may } from '../lib/session';

/** A part of the app: its place, who sees it, and the page that is loaded when somebody goes there. */
export interface Feature {
  /** The first part of its path, and the name of its words. */
  name: string;
  icon: Icon;
  /** The scope without which it is not shown. */
  needs: string;
  /** Whether it is only for who reaches every conversation. */
  whole?: boolean;
  load: () => Promise<{ default: ComponentType }>;
}

/** All parts, in the order of the menu. */
export const features: Feature[] = [
  { name: 'inbox', icon: IconInbox, needs: 'conversations:read', load: () => import('../features/inbox/page') },
  { name: 'contacts', icon: IconUsers, needs: 'contacts:read', load: () => import('../features/contacts/page') },
  { name: 'deals', icon: IconLayoutKanban, needs: 'deals:read', load: () => import('../features/deals/page') },
  { name: 'broadcasts', icon: IconSpeakerphone, needs: 'messages:read', whole: true, load: () => import('../features/broadcasts/page') },
  { name: 'playground', icon: IconDeviceMobile, needs: 'sandbox:write', whole: true, load: () => import('../features/playground/page') },
  { name: 'developers', icon: IconCode, needs: 'webhooks:read', load: () => import('../features/developers/page') },
];

/** The parts that somebody sees. */
export const featuresOf = (me: Me): Feature[] => features.filter((f) => may(me, f.needs) && (!f.whole || (me.reach.kind === 'all' && me.reach.phoneNumberIds.length === 0)));
