import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Me, Role } from '@service/sdk';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { may, useMe } from '../../lib/session';

const long = 60_000;

/** Whether somebody reaches every conversation: what holds for the whole workspace takes that. */
export const reachesAll = (me: Me): boolean => me.reach.kind === 'all' && me.reach.phoneNumberIds.length === 0;

export const useUsers = () =>
  useQuery({ queryKey: ['users', 'all'], queryFn: () => all(api.users.list({ limit: 200 })), enabled: may(useMe(), 'users:read'), staleTime: long });

export const useRoles = () =>
  useQuery({ queryKey: ['roles', 'all'], queryFn: () => all(api.roles.list({ limit: 200 })), enabled: may(useMe(), 'roles:read'), staleTime: long });

export const useTeams = () =>
  useQuery({ queryKey: ['teams', 'all'], queryFn: () => all(api.teams.list({ limit: 200 })), enabled: may(useMe(), 'teams:read'), staleTime: long });

export const usePhoneNumbers = () =>
  useQuery({ queryKey: ['phone-numbers', 'all'], queryFn: () => all(api.phoneNumbers.list({ limit: 200 })), enabled: may(useMe(), 'numbers:read'), staleTime: long });

/** What people call a role: those that every workspace has are named in their language. */
export function useRoleName(): (id: string) => string {
  const { t } = useTranslation('settings');
  const roles = useRoles().data;
  return (id) => t(`role.${id}`, { defaultValue: roles?.find((r) => r.id === id)?.name ?? id });
}

/** Whether somebody may give and take a role: never one that may do more than they may. */
export const mayGive = (me: Me, role: Role): boolean => role.scopes.every((s) => may(me, s)) && (!me.masksPhoneNumbers || role.masksPhoneNumbers);
