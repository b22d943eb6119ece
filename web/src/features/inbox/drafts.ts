import { useState, useSyncExternalStore } from 'react';
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

export function useDraft(id: string): [Kept, (next: Kept) => void] {
  const key = `draft ${useMe().id} ${id}`;
  const [draft, setDraft] = useState<Kept>(() => read(key) ?? { text: '', note: false });
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
