import { useSyncExternalStore } from 'react';
import { APIConnectionError, APIError, APITimeoutError, type SendMessageRequest } from '@service/sdk';
import { api, currentWorkspace, isSignedOut } from '../../lib/api';
import { explain } from '../../lib/errors';

/** A message that was written here and that the service has not accepted yet. */
export interface Waiting {
  /** Also its idempotency key: however often it is sent, it goes out once. */
  id: string;
  conversationId: string;
  request: SendMessageRequest;
  /** What is shown until the service has it. */
  text: string;
  createdAt: string;
  state: 'sending' | 'waiting' | 'failed';
  /** Why it was refused. */
  reason?: string;
  /** Somebody else answered in between: what they wrote. */
  meanwhile?: { text: string; seq: number };
  /** The message at the service, once it has it. */
  messageId?: string;
}

/** Whose messages these are: several people may use one device, and nobody sends in another's name. */
let owner = '';
const key = () => `outbox ${currentWorkspace()} ${owner}`;
const watchers = new Set<() => void>();
let list: readonly Waiting[] = [];

/** Goes on with what this person has not sent yet. */
export function openOutbox(userId: string): void {
  if (owner !== userId) {
    owner = userId;
    list = load();
    for (const tell of watchers) tell();
  }
  void flush();
}

function load(): Waiting[] {
  try {
    const kept = JSON.parse(localStorage.getItem(key()) ?? '[]') as Waiting[];
    return kept.map((w) => (w.state === 'sending' ? { ...w, state: 'waiting' } : w));
  } catch {
    return [];
  }
}

function change(next: readonly Waiting[]): void {
  list = next;
  localStorage.setItem(key(), JSON.stringify(next.filter((w) => !w.messageId)));
  for (const tell of watchers) tell();
}

const patch = (id: string, values: Partial<Waiting>) => change(list.map((w) => (w.id === id ? { ...w, ...values } : w)));

/** What waits to be sent in a conversation, oldest first. */
export function useOutbox(conversationId: string): readonly Waiting[] {
  const all = useSyncExternalStore((tell) => (watchers.add(tell), () => watchers.delete(tell)), () => list);
  return all.filter((w) => w.conversationId === conversationId);
}

/** Puts a message out. It is kept on this device until the service has it. */
export function put(conversationId: string, request: SendMessageRequest, text: string): void {
  const waiting: Waiting = { id: crypto.randomUUID(), conversationId, request, text, createdAt: new Date().toISOString(), state: 'sending' };
  change([...list, waiting]);
  void flush();
}

/** Sends one again that was refused, all the same where somebody else has answered. */
export function retry(w: Waiting): void {
  const request = w.meanwhile ? { ...w.request, expectedSeq: w.meanwhile.seq } : w.request;
  change(list.map((x) => (x.id === w.id ? { ...x, id: crypto.randomUUID(), request, state: 'sending', reason: undefined, meanwhile: undefined } : x)));
  void flush();
}

export const drop = (id: string): void => change(list.filter((w) => w.id !== id));

/** Forgets what the service shows by itself now. */
export function settle(messageIds: ReadonlySet<string>): void {
  if (list.some((w) => w.messageId && messageIds.has(w.messageId))) change(list.filter((w) => !w.messageId || !messageIds.has(w.messageId)));
}

let running = false;

/** Sends what waits, in order: the messages of one conversation never overtake one another. */
export async function flush(): Promise<void> {
  if (running) return;
  running = true;
  try {
    for (;;) {
      const next = list.find((w) => !w.messageId && w.state !== 'failed');
      if (!next) return;
      if (!(await send(next))) return;
    }
  } finally {
    running = false;
  }
}

/** Reports whether the next one may be tried. */
async function send(w: Waiting): Promise<boolean> {
  if (w.state !== 'sending') patch(w.id, { state: 'sending' });
  try {
    const { messageId } = await api.messages.send(w.request, { idempotencyKey: w.id });
    patch(w.id, { messageId });
    return true;
  } catch (error) {
    if (error instanceof APIConnectionError || error instanceof APITimeoutError || (error instanceof APIError && (error.status >= 500 || error.status === 429))) {
      patch(w.id, { state: 'waiting' });
      setTimeout(() => void flush(), 3000 + Math.random() * 2000);
      return false;
    }
    if (isSignedOut(error)) { // it goes out once this person has signed in again
      patch(w.id, { state: 'waiting' });
      return false;
    }
    const answer = error instanceof APIError ? error.answer : undefined;
    patch(w.id, { state: 'failed', reason: explain(error), ...(answer && { meanwhile: { text: answer.text, seq: answer.seq } }) });
    return true;
  }
}

window.addEventListener('online', () => void flush());
