import { useSyncExternalStore } from 'react';

/** A file that was picked for a conversation and waits until somebody sends or removes it. */
export interface Attached {
  file: File;
  /** It is on its way to the service. */
  sending?: boolean;
}

let now: ReadonlyMap<string, Attached> = new Map();
const watchers = new Set<() => void>();

/** Keeps a file by whose it is and the conversation, while the page is open; without one, forgets it. */
export function attach(key: string, attached?: Attached): void {
  const next = new Map(now);
  if (attached) next.set(key, attached);
  else next.delete(key);
  now = next;
  for (const tell of watchers) tell();
}

export const useAttached = (key: string): Attached | undefined =>
  useSyncExternalStore((tell) => (watchers.add(tell), () => watchers.delete(tell)), () => now).get(key);

const kinds = ['image', 'video', 'audio'] as const;

/** The type of the message that brings a file. */
export const kindOf = (file: File) => kinds.find((k) => file.type.startsWith(`${k}/`)) ?? 'document';
