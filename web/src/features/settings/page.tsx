import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page';
import { usePlace } from '../../lib/place';
import { useMe } from '../../lib/session';
import { Audit } from './audit';
import { Buttons } from './buttons';
import { Labels } from './labels';
import { groupsOf, SettingsMenu, type SectionName } from './menu';
import { Notifications } from './notifications';
import { Numbers } from './numbers';
import { People } from './people';
import { Profile } from './profile';
import { Replies } from './replies';
import { Roles } from './roles';
import { Security } from './security';
import { SingleSignOn } from './sso';
import './settings.css';

const pages: Record<SectionName, ComponentType<{ id?: string }>> = {
  profile: Profile, security: Security, notifications: Notifications, people: People, roles: Roles, sso: SingleSignOn, audit: Audit,
  labels: Labels, replies: Replies, buttons: Buttons, numbers: Numbers,
};

/** What everybody sets for themselves, and some for the workspace. */
export default function Settings() {
  const { t } = useTranslation('settings');
  const { parts } = usePlace();
  const groups = groupsOf(useMe());
  const names = groups.flatMap((g) => g.sections);
  const current = names.find((s) => s === parts[0]) ?? 'profile';
  const Section = pages[current];
  return (
    <Page title={t('title')}>
      <div className="settings">
        <SettingsMenu groups={groups} current={current} />
        <div><Section key={current} id={parts[1]} /></div>
      </div>
    </Page>
  );
}
