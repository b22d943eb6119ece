import { useInfiniteQuery, useMutation, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { Contact, ContactDetail, Me, Page, UpdateContactRequest } from '@service/sdk';
import { api } from '../../lib/api';
import type { Search } from '../../lib/place';

/** Which contacts the table shows. A segment stands alone: the service lists it without other filters. */
export interface ContactFilter {
  q?: string | undefined;
  tag?: string | undefined;
  consent?: 'true' | 'false' | undefined;
  segment?: string | undefined;
}

export const filterOf = ({ q, tag, consent, segment }: Search): ContactFilter =>
  segment ? { segment } : { q, tag, consent: consent === 'true' || consent === 'false' ? consent : undefined };

type Pages = InfiniteData<Page<Contact>>;

export function useContacts(filter: ContactFilter) {
  return useInfiniteQuery({
    queryKey: ['contacts', 'list', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => {
      const { q, tag, consent: optedOut, segment } = filter;
      const page = { limit: 100, cursor };
      const list = segment ? api.segments.contacts(segment, page, { signal }) : api.contacts.list({ ...page, q, tag, optedOut }, { signal });
      return list.page();
    },
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}

export const useContact = (id: string) =>
  useQuery({ queryKey: ['contacts', 'one', id], queryFn: ({ signal }) => api.contacts.get(id, { signal }) });

export const useContactFields = () =>
  useQuery({ queryKey: ['contacts', 'fields'], queryFn: async () => (await api.contactFields.list()).data, staleTime: 300_000 });

export const useSegments = () =>
  useQuery({ queryKey: ['contacts', 'segments'], queryFn: async () => (await api.segments.list({ limit: 200 }).page()).data });

/** Whether somebody reaches everybody: imports and segments take that. */
export const reachesAll = (me: Me): boolean => me.reach.kind === 'all' && me.reach.phoneNumberIds.length === 0;

export const nameOf = (contact: { name: string; phone?: string; userId?: string }): string =>
  contact.name || contact.phone || contact.userId || '–';

/** Puts a changed contact into the table and the pane, without asking for them again. */
function useKeep() {
  const queries = useQueryClient();
  return (contact: Contact) => {
    queries.setQueryData<ContactDetail>(['contacts', 'one', contact.id], (old) => old && { ...old, ...contact });
    queries.setQueriesData<Pages>({ queryKey: ['contacts', 'list'] }, (old) => old && {
      ...old, pages: old.pages.map((p) => ({ ...p, data: p.data.map((c) => (c.id === contact.id ? { ...c, ...contact } : c)) })),
    });
  };
}

/** Changes a contact: shown at once, and taken back if the service refuses. */
export function useChangeContact(contact: Contact) {
  const keep = useKeep();
  return useMutation({
    mutationFn: (change: UpdateContactRequest) => api.contacts.update(contact.id, change),
    onMutate: (change) => keep({ ...contact, ...change, fields: { ...contact.fields, ...change.fields } }),
    onSuccess: keep,
    onError: () => keep(contact),
  });
}

/** Adds and removes tags one by one, so that what others add meanwhile stays. */
export function useChangeTags(contact: Contact) {
  const keep = useKeep();
  return useMutation({
    mutationFn: async (tags: string[]) => {
      const added = tags.filter((tag) => !contact.tags.includes(tag));
      let changed = contact;
      if (added.length > 0) changed = await api.contacts.addTags(contact.id, added);
      for (const tag of contact.tags) if (!tags.includes(tag)) changed = await api.contacts.removeTag(contact.id, tag);
      return changed;
    },
    onMutate: (tags) => keep({ ...contact, tags }),
    onSuccess: keep,
    onError: () => keep(contact),
  });
}

/** Finds contacts whose name or number begins with a text. */
export const useFoundContacts = (q: string) =>
  useQuery({
    queryKey: ['contacts', 'find', q],
    queryFn: async ({ signal }) => (await api.contacts.list({ q: q || undefined, limit: 20 }, { signal }).page()).data,
  });
