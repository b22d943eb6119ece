import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '@service/sdk';
import { may } from '../../lib/session';

const all = {
  you: { profile: '', security: '', notifications: 'conversations:read' },
  workspace: { people: 'users:read', roles: 'roles:read', sso: 'security:read', audit: 'audit:read' },
  inbox: { labels: 'conversations:read', replies: 'conversations:read', buttons: 'teams:read' },
  business: { numbers: 'numbers:read' },
} as const;

type Groups = typeof all;
export type SectionName = { [G in keyof Groups]: keyof Groups[G] }[keyof Groups] & string;

/** The sections that somebody sees, by what they are about. */
export const groupsOf = (me: Me): { name: string; sections: SectionName[] }[] =>
  Object.entries(all)
    .map(([name, sections]) => ({ name, sections: Object.entries(sections).filter(([, scope]) => !scope || may(me, scope)).map(([s]) => s as SectionName) }))
    .filter(({ sections }) => sections.length > 0);

/** The way to each section: a list at the side, and a row on narrow screens. */
export function SettingsMenu({ groups, current }: { groups: ReturnType<typeof groupsOf>; current: SectionName }) {
  const { t } = useTranslation('settings');
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav className="settings-nav" aria-label={t('title')} ref={row}>
      {groups.map(({ name, sections }) => (
        <div key={name} role="group" aria-label={t(`group.${name}`)}>
          <div className="settings-group" aria-hidden>{t(`group.${name}`)}</div>
          {sections.map((s) => (
            <Link key={s} to={`/settings/${s}` as never} className="settings-link" aria-current={s === current ? 'page' : undefined}>{t(`${s}.title`)}</Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
