import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMe } from '../../lib/session';

/** What one has begun to write in a conversation, kept on this device; others who use it do not see it. */
export interface Kept {
  text: string;
  note: boolean;
  /** Where the conversation stood when one began; so that an answer in between is noticed. */
  seq?: number | undefined;
}

function read(key: string): Kept | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
    return kept?.text ? kept : undefined;
  } catch {
    return undefined;
  }
}

const watchers = new Set<() => void>();
const watch = (tell: () => void) => (watchers.add(tell), () => void watchers.delete(tell));

/** Whether one has begun to write in a conversation and not sent it. */
export function useHasDraft(id: string): boolean {
  const key = `draft ${useMe().id} ${id}`;
  return useSyncExternalStore(watch, () => localStorage.getItem(key) !== null);
}

const begun = new Set<(key: string, draft: Kept) => void>();

/** Begins a reply for somebody to edit. Reports whether it did: what one has begun oneself stays. */
export function begin(userId: string, id: string, text: string): boolean {
  const key = `draft ${userId} ${id}`;
  if (read(key)) return false;
  const draft = { text, note: false };
  localStorage.setItem(key, JSON.stringify(draft));
  for (const take of begun) take(key, draft);
  for (const tell of watchers) tell();
  return true;
}

export function useDraft(id: string): [Kept, (next: Kept) => void] {
  const key = `draft ${useMe().id} ${id}`;
  const [draft, setDraft] = useState<Kept>(() => read(key) ?? { text: '', note: false });
  useEffect(() => {
    const take = (k: string, d: Kept) => { if (k === key) setDraft(d); };
    begun.add(take);
    return () => void begun.delete(take);
  }, [key]);
  return [
    draft,
    (next) => {
      setDraft(next);
      if (next.text) localStorage.setItem(key, JSON.stringify(next));
      else localStorage.removeItem(key);
      for (const tell of watchers) tell();
    },
  ];
}
