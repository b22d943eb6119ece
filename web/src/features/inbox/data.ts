import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { APIError, type Conversation, type ConversationView, type CreateActionRequest, type Message, type Page } from '@service/sdk';
import { api } from '../../lib/api';
import { when } from '../../lib/format';
import { useLive, type LiveEvent } from '../../lib/live';
import { learnNow } from './now';
import { may, useMe } from '../../lib/session';
import { settle } from './outbox';
import { fewRows, gather, nextPause } from './pace';
import { isOnDuty, whySilent } from './silent';

export type ActionChange = NonNullable<CreateActionRequest['change']>;

/** Which list is shown. */
export interface Choice {
  view: ConversationView;
  teamId?: string | undefined;
  labelId?: string | undefined;
  viewId?: string | undefined;
}

type Lists = InfiniteData<Page<Conversation>, string | undefined>;
type Messages = InfiniteData<Page<Message>, string | undefined>;

/** What the address says of the list. */
export const choiceOf = (search: Record<string, string | undefined>): Choice =>
  ({ view: (search.view ?? 'all') as ConversationView, teamId: search.teamId, labelId: search.labelId, viewId: search.viewId });

const conversationsOf = (choice: Choice) =>
  infiniteQueryOptions({
    queryKey: ['conversations', choice],
    queryFn: ({ pageParam, signal }) =>
      api.conversations.list({ ...(choice.viewId ? { viewId: choice.viewId } : { view: choice.view, teamId: choice.teamId }), labelId: choice.labelId, limit: pageParam ? 50 : 30, cursor: pageParam }, { signal }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

export const useConversations = (choice: Choice) => useInfiniteQuery({ ...conversationsOf(choice), placeholderData: keepPreviousData });

/** Asks for the list before it is drawn. */
export function ahead(queries: QueryClient, search: URLSearchParams): Promise<unknown> {
  const asked = queries.prefetchInfiniteQuery(conversationsOf(choiceOf(Object.fromEntries(search))));
  when(new Date().toISOString()); // a browser's first date takes it as long as a page takes to come
  return asked;
}

export const useCounts = () => useQuery({ queryKey: ['conversation-counts'], queryFn: () => api.conversations.counts() });
export const useConversation = (id: string) => {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ['conversation', id],
    queryFn: ({ signal }) => api.conversations.get(id, { signal }),
    initialData: () => findListed(queries, id),
    initialDataUpdatedAt: 0,
  });
};

function findListed(queries: QueryClient, id: string): Conversation | undefined {
  for (const [, data] of queries.getQueriesData<Lists>({ queryKey: ['conversations'] })) {
    const found = data?.pages.flatMap((p) => p.data).find((c) => c.id === id);
    if (found) return found;
  }
  return undefined;
}

const messagesOf = (conversationId: string) =>
  infiniteQueryOptions({
    queryKey: ['messages', conversationId],
    queryFn: async ({ pageParam, signal }) => {
      const page = await api.messages.list({ conversationId, limit: 40, cursor: pageParam }, { signal }).page();
      settle(new Set(page.data.map((m) => m.id)));
      return page;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 60_000,
  });

export const useMessages = (conversationId: string) => useInfiniteQuery(messagesOf(conversationId));

/**
 * Asks for the messages of a conversation before it is drawn, and waits a moment for
 * them: where they come at once, it is drawn once and not twice.
 */
export const askMessages = (queries: QueryClient, conversationId: string): Promise<unknown> =>
  Promise.race([queries.prefetchInfiniteQuery(messagesOf(conversationId)), new Promise((r) => setTimeout(r, 60))]);

export const useNotes = (id: string) =>
  useQuery({ queryKey: ['notes', id], queryFn: async () => (await api.conversations.notes(id, { limit: 100 }).page()).data });
export const useTimeline = (id: string) =>
  useQuery({ queryKey: ['timeline', id], queryFn: async () => (await api.conversations.timeline(id, { limit: 100 }).page()).data });
export const useWindow = (id: string) =>
  useQuery({
    queryKey: ['window', id],
    queryFn: async () => {
      const window = await api.conversations.window(id);
      if (window.open && window.closesAt) learnNow(Date.parse(window.closesAt) - window.secondsLeft * 1000);
      return window;
    },
    staleTime: 10_000,
  });

/** Whether an assistant would answer here: one is on duty for the number, and neither silenced nor has a person taken over. */
export const assistantAnswers = ({ assistant: a }: Conversation): boolean => a.id !== '' && a.switch === 'default' && a.speaker === 'assistant';
/** Why the assistant that is on duty does not answer. Of what stops all of them only those learn who may read it. */
export function useSilent(c: Conversation) {
  const me = useMe();
  const duty = isOnDuty(c);
  const often = { staleTime: 30_000, refetchInterval: 60_000 };
  const stops = useQuery({ queryKey: ['assistants', 'settings'], queryFn: () => api.assistants.settings(), enabled: duty && may(me, 'assistants:read'), ...often });
  const ai = useQuery({ queryKey: ['ai', 'settings'], queryFn: () => api.ai.settings(), enabled: duty && may(me, 'ai:read'), ...often });
  return whySilent(c, stops.data, ai.data);
}

const everyone = { staleTime: 300_000 };
/** The members by name, as far as one may know: agents see those of their teams. */
export function useUsers() {
  const all = may(useMe(), 'users:read');
  return useQuery({
    queryKey: ['members'],
    queryFn: async () => {
      const members = (await api.availability.list({ limit: 200 }).page()).data.map((m) => ({ id: m.userId, name: m.name, status: m.status as string }));
      if (!all) return members;
      const users = (await api.users.list({ limit: 200 }).page()).data.filter((u) => u.state === 'active');
      return users.map((u) => members.find((m) => m.id === u.id) ?? { id: u.id, name: u.name ?? u.email, status: 'offline' });
    },
    ...everyone,
  });
}
export const useTeams = () => useQuery({ queryKey: ['teams'], queryFn: async () => (await api.teams.list({ limit: 100 }).page()).data, ...everyone });
export const useLabels = () => useQuery({ queryKey: ['labels'], queryFn: async () => (await api.labels.list({ limit: 200 }).page()).data, ...everyone });
export const useViews = () => useQuery({ queryKey: ['views'], queryFn: async () => (await api.views.list({ limit: 100 }).page()).data, ...everyone });

/** Changes conversations, and what is shown of them at once. Returns the action, which can be undone. */
export async function act(queries: QueryClient, conversationIds: string[], change: ActionChange) {
  const before = new Map(conversationIds.map((id) => [id, queries.getQueryData<Conversation>(['conversation', id])]));
  for (const id of conversationIds) patchConversation(queries, id, (c) => applied(c, change));
  try {
    return await api.actions.create({ conversationIds, change });
  } catch (error) {
    for (const [id, c] of before) if (c) patchConversation(queries, id, () => c);
    throw error;
  } finally {
    for (const id of conversationIds) refreshConversation(queries, id);
    void queries.invalidateQueries({ queryKey: ['conversations'] });
    void queries.invalidateQueries({ queryKey: ['conversation-counts'] });
  }
}

function applied(c: Conversation, change: ActionChange): Conversation {
  const labels = new Set([...c.labelIds, ...(change.addLabelIds ?? [])]);
  for (const id of change.removeLabelIds ?? []) labels.delete(id);
  return {
    ...c,
    ...(change.status && { status: change.status.status, snoozedUntil: change.status.until ?? null }),
    ...(change.priority && { priority: change.priority }),
    ...(change.assignment && { teamId: change.assignment.teamId ?? c.teamId, agentId: change.assignment.agentId ?? '' }),
    labelIds: [...labels],
  };
}

/** Changes what is shown of a conversation wherever it is shown. */
export function patchConversation(queries: QueryClient, id: string, edit: (c: Conversation) => Conversation): void {
  queries.setQueryData<Conversation>(['conversation', id], (c) => c && edit(c));
  queries.setQueriesData<Lists>({ queryKey: ['conversations'] }, (lists) =>
    lists && { ...lists, pages: lists.pages.map((p) => (p.data.some((c) => c.id === id) ? { ...p, data: p.data.map((c) => (c.id === id ? edit(c) : c)) } : p)) });
}

const under = new Map<string, Promise<void>>();

/** Reads a conversation anew, once however many ask at the same time. */
export function refreshConversation(queries: QueryClient, id: string): void {
  if (under.has(id)) return;
  const read = new Promise((r) => setTimeout(r, 30))
    .then(() => under.delete(id))
    .then(() => api.conversations.get(id))
    .then((c) => {
      queries.setQueryData(['conversation', id], c);
      patchConversation(queries, id, () => c);
    })
    .catch((error) => {
      if (error instanceof APIError && error.status === 404) void queries.invalidateQueries({ queryKey: ['conversation', id] }); // it has left one's sight, which the page has to say
    });
  under.set(id, read.then(() => undefined));
}

/** Reads the newest messages of the open conversation anew and keeps the older ones that were loaded. */
async function refreshMessages(queries: QueryClient, conversationId: string): Promise<void> {
  const key = ['messages', conversationId];
  if (!queries.getQueryCache().find({ queryKey: key })?.isActive()) return queries.invalidateQueries({ queryKey: key }); // they are read when they are shown again
  const newest = await api.messages.list({ conversationId, limit: 40 }).page();
  settle(new Set(newest.data.map((m) => m.id)));
  queries.setQueryData<Messages>(key, (old) => old && merged(old, newest));
}

/** Joins a newer first page with the pages that are there. */
export function merged(old: Messages, newest: Page<Message>): Messages {
  const fresh = new Map(newest.data.map((m) => [m.id, m]));
  const known = old.pages.flatMap((p) => p.data);
  // Where nothing is in both, messages between them may be missing: begin anew.
  if (known.length > 0 && newest.nextCursor && !known.some((m) => fresh.has(m.id))) {
    return { pages: [newest], pageParams: [undefined] };
  }
  const added = newest.data.filter((m) => !known.some((k) => k.id === m.id));
  const pages = old.pages.map((p) => ({ ...p, data: p.data.map((m) => fresh.get(m.id) ?? m) }));
  if (pages[0]) pages[0] = { ...pages[0], data: [...added, ...pages[0].data] };
  return { ...old, pages };
}

/** Whether a conversation is open on the page, or stands in a list that is. */
function shownAs(queries: QueryClient, id: string): 'open' | 'row' | undefined {
  if (queries.getQueryCache().find({ queryKey: ['conversation', id] })?.isActive()) return 'open';
  const lists = queries.getQueriesData<Lists>({ queryKey: ['conversations'], type: 'active' });
  return lists.some(([, l]) => l?.pages.some((p) => p.data.some((c) => c.id === id))) ? 'row' : undefined;
}

/** Keeps what is shown true to what happens, with few requests however much that is. */
function keepTrue(queries: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [last, pause] = [-Infinity, 0];
  const lists = () => {
    clearTimeout(timer);
    timer = undefined;
    last = performance.now();
    void queries.invalidateQueries({ queryKey: ['conversations'] });
    void queries.invalidateQueries({ queryKey: ['conversation-counts'] });
  };
  const listsLater = () => {
    if (timer) return;
    const pages = Math.max(0, ...queries.getQueriesData<Lists>({ queryKey: ['conversations'], type: 'active' }).map(([, l]) => l?.pages.length ?? 0));
    pause = nextPause(pause, performance.now() - last, pages);
    timer = setTimeout(lists, pause * (0.75 + Math.random() / 2)); // many inboxes do not ask at the same moments
  };
  const rows = gather(30, 500, (ids) => {
    const shown = [...ids].map((id) => ({ id, as: shownAs(queries, id) })).filter((c) => c.as);
    const few = shown.length <= fewRows;
    for (const c of shown) if (few || c.as === 'open') refreshConversation(queries, c.id);
    if (!few) lists();
  });
  const messages = new Map<string, ReturnType<typeof setTimeout>>();
  const messagesSoon = (id: string) => {
    if (messages.has(id)) return;
    messages.set(id, setTimeout(() => {
      messages.delete(id);
      void refreshMessages(queries, id);
    }, 30));
  };
  const take = (event: LiveEvent) => {
    const id = conversationOf(event);
    if (event.event === 'conversation.left') return listsLater();
    if (!id) return;
    if (event.event.startsWith('messages.')) {
      messagesSoon(id);
      if (event.event === 'messages.received' || event.event === 'messages.upsert') void queries.invalidateQueries({ queryKey: ['window', id] });
    }
    if (event.event.startsWith('note.')) void queries.invalidateQueries({ queryKey: ['notes', id] });
    if (!event.event.startsWith('messages.')) void queries.invalidateQueries({ queryKey: ['timeline', id] });
    if (!shownAs(queries, id)) void queries.invalidateQueries({ queryKey: ['conversation', id] }); // it is read when it is opened again
    else rows.add(id);
    listsLater();
  };
  const stop = () => {
    clearTimeout(timer);
    rows.stop();
    messages.forEach(clearTimeout);
  };
  return { take, stop };
}

export function useInboxEvents(): void {
  const queries = useQueryClient();
  const [kept] = useState(() => keepTrue(queries));
  useEffect(() => kept.stop, [kept]);
  const again = () => {
    for (const name of ['conversations', 'conversation', 'conversation-counts', 'messages', 'notes', 'timeline', 'window']) void queries.invalidateQueries({ queryKey: [name] });
  };
  useLive(['messages.', 'conversation.', 'note.', 'promise.', 'proposal.'], kept.take, again);
}

function conversationOf(event: LiveEvent): string | undefined {
  const data = 'data' in event ? (event.data as unknown as Record<string, unknown>) : (event as Record<string, unknown>);
  const id = data.conversation_id ?? data.conversationId;
  return typeof id === 'string' ? id : undefined;
}
