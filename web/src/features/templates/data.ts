import { useQuery, useQueryClient } from '@tanstack/react-query';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { useLive } from '../../lib/live';
import { may, useMe } from '../../lib/session';

/** All templates; the filters of the page work on them at once. */
export const useTemplates = () =>
  useQuery({
    queryKey: ['templates', 'all'], queryFn: () => all(api.templates.list({ limit: 200 })),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.action) ? 3000 : false), // not every answer of the provider is an event
  });

export const useTemplate = (id: string) =>
  useQuery({
    queryKey: ['templates', 'one', id], enabled: id !== '', queryFn: ({ signal }) => api.templates.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.action ? 2000 : false),
  });

/** Asks for everything about templates again, now and whenever one changes. */
export function useRefresh(): () => void {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: ['templates'] });
  useLive(['template.'], refresh, refresh);
  return refresh;
}

/** The messaging accounts, for who may see them. */
export function useAccounts() {
  const mayRead = may(useMe(), 'numbers:read');
  return useQuery({ queryKey: ['messaging-accounts'], enabled: mayRead, staleTime: 300_000, queryFn: () => all(api.messagingAccounts.list()) }).data ?? [];
}
