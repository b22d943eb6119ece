import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Board, Deal } from '@service/sdk';
import { api } from '../../lib/api';
import type { Search } from '../../lib/place';
import { may, useMe } from '../../lib/session';

export const boardKey = (pipelineId: string) => ['deals', 'board', pipelineId];

export const usePipelines = () =>
  useQuery({ queryKey: ['deals', 'pipelines'], queryFn: async () => (await api.pipelines.list({ limit: 200 }).page()).data, staleTime: 300_000 });

export const useBoard = (pipelineId: string) =>
  useQuery({ queryKey: boardKey(pipelineId), queryFn: ({ signal }) => api.pipelines.board(pipelineId, { limit: 50 }, { signal }) });

/** Adds the next page of a column to the board. */
export function useMoreOfColumn(pipelineId: string) {
  const queries = useQueryClient();
  return async (stageId: string, cursor: string) => {
    const [next] = (await api.pipelines.board(pipelineId, { stageId, cursor, limit: 50 })).columns;
    queries.setQueryData<Board>(boardKey(pipelineId), (old) => old && next && {
      ...old, columns: old.columns.map((c) => {
        if (c.stage.id !== stageId) return c;
        const known = new Set(c.deals.map((d) => d.id));
        return { ...next, deals: [...c.deals, ...next.deals.filter((d) => !known.has(d.id))] };
      }),
    });
  };
}

export const useDeal = (id: string) => useQuery({ queryKey: ['deals', 'one', id], enabled: id !== '', queryFn: ({ signal }) => api.deals.get(id, { signal }) });

export const useReasons = () =>
  useQuery({ queryKey: ['deals', 'reasons'], queryFn: async () => (await api.pipelines.reasons({ limit: 200 }).page()).data, staleTime: 300_000 });

export const useDealFields = () =>
  useQuery({ queryKey: ['deals', 'fields'], queryFn: async () => (await api.dealFields.list()).data, staleTime: 300_000 });

/** Who can own deals, as far as one may know people; always oneself. */
export function usePeople(): { id: string; name: string }[] {
  const me = useMe();
  const users = useQuery({
    queryKey: ['deals', 'people'], enabled: may(me, 'users:read'), staleTime: 300_000,
    queryFn: async () => (await api.users.list({ limit: 200 }).page()).data,
  });
  return users.data?.map((u) => ({ id: u.id, name: u.name ?? u.email })) ?? (me.type === 'user' ? [{ id: me.id, name: me.name }] : []);
}

/** The name of a contact; deals have only its identifier. */
export function useContactName(id: string): string {
  const me = useMe();
  const contact = useQuery({
    queryKey: ['deals', 'contact', id], enabled: id !== '' && may(me, 'contacts:read'), staleTime: 600_000, retry: false,
    queryFn: () => api.contacts.get(id),
  });
  return contact.data ? contact.data.name || contact.data.phone || '' : '';
}

export interface DealFilter {
  status?: Deal['status'] | undefined;
  owner?: string | undefined;
  stage?: string | undefined;
}

export const filterOf = ({ status, owner, stage }: Search): DealFilter =>
  ({ status: status === 'open' || status === 'won' || status === 'lost' ? status : undefined, owner, stage });

export const useDeals = (pipelineId: string, { status, owner: ownerId, stage: stageId }: DealFilter) =>
  useInfiniteQuery({
    queryKey: ['deals', 'list', pipelineId, status, ownerId, stageId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => api.deals.list({ pipelineId, status, ownerId, stageId, limit: 100, cursor }, { signal }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
