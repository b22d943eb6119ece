import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { GetReportParams, GetWaitingReportParams, ReportName } from '@service/sdk';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { duration, number } from '../../lib/format';
import { before, periodOf, today, type Period } from '../../lib/period';
import type { Search } from '../../lib/place';
import { may, useMe } from '../../lib/session';

export type SectionName = 'overview' | 'messages' | 'answers' | 'conversations' | 'people' | 'ratings' | 'waiting' | 'windows' | 'deals';

/** The sections, with the reports that each of them shows. */
export const sections: Record<SectionName, readonly ReportName[]> = {
  overview: [], messages: ['messages'], answers: ['first-answers', 'answers'], conversations: ['openings', 'resolutions', 'reopenings'],
  people: ['assignments', 'hand-offs'], ratings: ['ratings'], waiting: [], windows: [], deals: [],
};

export const sectionOf = (report: ReportName): SectionName => (Object.keys(sections) as SectionName[]).find((s) => sections[s].includes(report)) ?? 'overview';
export const isTimed = (report: ReportName): boolean => report === 'first-answers' || report === 'answers' || report === 'resolutions';

export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
export const spanOf = (search: Search): Period => periodOf(search, 7, today());

/** What is kept of the address between sections: the days, whose, and whether it is compared. */
export const kept = ({ from, to, teamId, agentId, labelId, phoneNumberId, compare }: Search): Search =>
  Object.fromEntries(Object.entries({ from, to, teamId, agentId, labelId, phoneNumberId, compare }).filter(([, v]) => v));

export const filterOf = ({ teamId, agentId, labelId, phoneNumberId }: Search) => ({ teamId, agentId, labelId, phoneNumberId });

/** Figures of some days. They move within seconds, so they are asked for again from time to time. */
export const useReport = (report: ReportName, params: GetReportParams) =>
  useQuery({
    queryKey: ['reports', report, params], placeholderData: keepPreviousData, refetchInterval: 60_000,
    queryFn: ({ signal }) => api.reports.get(report, { ...params, timeZone: zone() }, { signal }),
  });

/** The same figures of as many days before, if they are to be compared. */
export const useBefore = (report: ReportName, period: Period, params: GetReportParams, wanted: boolean) =>
  useQuery({
    queryKey: ['reports', report, { ...params, ...before(period) }], enabled: wanted, staleTime: 300_000,
    queryFn: ({ signal }) => api.reports.get(report, { ...params, ...before(period), timeZone: zone() }, { signal }),
  });

export const useWaiting = (params: GetWaitingReportParams, wanted = true) =>
  useQuery({
    queryKey: ['reports', 'waiting', params], enabled: wanted, placeholderData: keepPreviousData, refetchInterval: 60_000,
    queryFn: ({ signal }) => api.reports.waiting({ ...params, timeZone: zone() }, { signal }),
  });

/** Why deals of a pipeline were lost. */
export const useLost = (pipelineId: string, period: Period, wanted = true) =>
  useQuery({
    queryKey: ['reports', 'lost', pipelineId, period], enabled: wanted, placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.pipelines.closings(pipelineId, { ...period, timeZone: zone(), kind: 'lost' }, { signal }),
  });

export const useTeams = () => {
  const me = useMe();
  return useQuery({ queryKey: ['reports', 'teams'], enabled: may(me, 'teams:read'), staleTime: 300_000, queryFn: () => all(api.teams.list({ limit: 200 })) }).data ?? [];
};
export const useUsers = () => {
  const me = useMe();
  return useQuery({ queryKey: ['reports', 'users'], enabled: may(me, 'users:read'), staleTime: 300_000, queryFn: () => all(api.users.list({ limit: 200 })) }).data ?? [];
};
export const useLabels = () => useQuery({ queryKey: ['reports', 'labels'], staleTime: 300_000, queryFn: () => all(api.labels.list({ limit: 200 })) }).data ?? [];
export const useNumbers = () => {
  const me = useMe();
  return useQuery({ queryKey: ['phone-numbers'], enabled: may(me, 'numbers:read'), staleTime: 300_000, queryFn: () => all(api.phoneNumbers.list({ limit: 200 })) }).data ?? [];
};

export type GroupBy = NonNullable<GetReportParams['groupBy']>;

/** Says the name of a team, an agent, a label, a number or an hour. */
export function useNameOf(): (what: GroupBy, id: string) => string {
  const [teams, users, labels, numbers] = [useTeams(), useUsers(), useLabels(), useNumbers()];
  const me = useMe();
  return (what, id) => {
    if (what === 'team') return teams.find((x) => x.id === id)?.name ?? id;
    if (what === 'label') return labels.find((x) => x.id === id)?.name ?? id;
    if (what === 'phone_number') return numbers.find((x) => x.id === id)?.number ?? id;
    if (what === 'hour') return `${id.padStart(2, '0')}:00`;
    const user = users.find((x) => x.id === id);
    return user?.name ?? user?.email ?? (id === me.id ? me.name : id);
  };
}

const kinds: Record<ReportName, string> = {
  messages: 'who', 'first-answers': 'who', answers: 'who', resolutions: 'resolvedBy', openings: 'reason', reopenings: 'reason', assignments: 'reason', 'hand-offs': 'handOff', ratings: 'score',
};

/** Says what a part of a report is. More parts may be added, so one that is not known is shown as it is. */
export function usePartName(report: ReportName): (part: string) => string {
  const { t } = useTranslation('reports');
  return (part) => (report === 'ratings' ? t('score', { n: number(Number(part)) }) : t(`${kinds[report]}.${part}`, { defaultValue: part.replaceAll('_', ' ') }));
}

/** How long something took. Below a second the service does not tell times apart. */
export const took = (ms: number): string => (ms > 0 && ms < 1000 ? `< ${duration(1)}` : duration(ms / 1000));
