import { useSyncExternalStore } from 'react';
import type { Message } from '@service/sdk';

let now: ReadonlyMap<string, Message> = new Map();
const watchers = new Set<() => void>();

function change(next: ReadonlyMap<string, Message>): void {
  now = next;
  for (const tell of watchers) tell();
}

/** Answers to one message: the next text in the conversation quotes it. */
export const reply = (conversationId: string, message: Message): void => change(new Map(now).set(conversationId, message));

export function stopReplying(conversationId: string): void {
  const next = new Map(now);
  if (next.delete(conversationId)) change(next);
}

/** The message that is answered to. */
export const useReplying = (conversationId: string): Message | undefined =>
  useSyncExternalStore((tell) => (watchers.add(tell), () => watchers.delete(tell)), () => now).get(conversationId);
