import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RoutingRules } from '@service/sdk';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { may, useMe } from '../../lib/session';

const long = { staleTime: 300_000 };

export const useRules = () => useQuery({ queryKey: ['routing', 'rules'], queryFn: () => api.routing.rules() });

export const useTeams = () => useQuery({ queryKey: ['teams'], queryFn: () => all(api.teams.list({ limit: 200 })) });

/** How a team shares its work. */
export const useTeamRouting = (id: string) => useQuery({ queryKey: ['routing', 'teams', id], queryFn: () => api.routing.team(id) });

export const useCalendars = () => useQuery({ queryKey: ['calendars'], queryFn: () => all(api.calendars.list({ limit: 200 })) });

/** Active members with whether they take conversations now. */
export const useAvailability = () => useQuery({ queryKey: ['availability'], queryFn: () => all(api.availability.list({ limit: 200 })), refetchInterval: 15_000 });

/** What routing knows of each member. */
export const useAgents = () => useQuery({ queryKey: ['routing', 'agents'], queryFn: () => all(api.routing.agents({ limit: 200 })) });

export function useNumbers() {
  const me = useMe();
  return useQuery({ queryKey: ['phone-numbers'], queryFn: () => all(api.phoneNumbers.list({ limit: 200 })), enabled: may(me, 'numbers:read'), ...long }).data ?? [];
}

export const useLabels = () => useQuery({ queryKey: ['labels'], queryFn: () => all(api.labels.list({ limit: 200 })), ...long }).data ?? [];

export function useAssistantNames() {
  const me = useMe();
  return useQuery({ queryKey: ['assistants', 'list'], queryFn: () => all(api.assistants.list({ limit: 200 })), enabled: may(me, 'assistants:read'), ...long }).data ?? [];
}

export function useFields() {
  const me = useMe();
  return useQuery({ queryKey: ['contacts', 'fields'], queryFn: async () => (await api.contactFields.list()).data, enabled: may(me, 'contacts:read'), ...long }).data ?? [];
}

/** The skills that members have, or that rules ask for. */
export function useSkills(): string[] {
  const agents = useAgents().data ?? [];
  const rules = useRules().data?.rules ?? [];
  return [...new Set([...agents.flatMap((a) => a.skills), ...rules.flatMap((r) => [...(r.target.requiredSkills ?? []), ...(r.target.preferredSkills ?? [])])])].sort();
}

/** The words for who did something. */
export function useDoer(): (doer: RoutingRules['madeBy']) => string {
  const { t } = useTranslation('routing');
  const people = useAvailability().data;
  return (doer) => {
    if (!doer) return '–';
    return (doer.type === 'user' && people?.find((p) => p.userId === doer.id)?.name) || t(`by.${doer.type}`, { defaultValue: doer.type });
  };
}

/** Whether something in the background goes on. */
export const goesOn = (run: { state: string } | undefined): boolean => run?.state === 'running' || run?.state === 'paused';
