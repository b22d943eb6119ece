import type { Message, StreamedEvent } from '@service/sdk';

/** Where a message is on its way, from the business's systems to the customer's phone. */
export const stations = ['systems', 'service', 'provider', 'phone'] as const;
export type Station = (typeof stations)[number];

/** One move of a message, or of news about it. */
export interface Step {
  from: Station;
  to: Station;
  /** The name of its words. */
  what: string;
  /** What the words name. */
  values?: Record<string, string>;
  /** When it happened; absent where only its order is known. */
  at?: string;
  /** The event, call or charge itself. */
  detail?: object;
  bad?: boolean;
}

type Timed = Step & { at: string };

/**
 * Everything that a message did, in order. Events have whole seconds and the
 * statuses more, so an event stands behind the status that it tells of.
 */
export function stepsOf(m: Message, events: readonly StreamedEvent[]): Step[] {
  const about = events.filter((e) => {
    const id = (e.data as { message_id?: string }).message_id;
    return id === m.id || (m.providerMessageId !== undefined && id === m.providerMessageId);
  });
  return m.direction === 'inbound' ? received(m, about) : sent(m, about);
}

function received(m: Message, events: readonly StreamedEvent[]): Step[] {
  const out: Step[] = [
    { from: 'phone', to: 'provider', what: 'wrote' },
    { from: 'provider', to: 'service', what: 'webhook', at: m.createdAt },
  ];
  for (const e of events) out.push(told(e));
  return out;
}

function sent(m: Message, events: readonly StreamedEvent[]): Step[] {
  const moves: Timed[] = [];
  for (const a of m.attempts) {
    moves.push({ from: 'service', to: 'provider', what: 'call', at: a.startedAt });
    if (a.endedAt) moves.push({ from: 'provider', to: 'service', what: `outcome.${a.outcome ?? 'unknown'}`, at: a.endedAt, detail: a, bad: a.outcome !== 'known' });
  }
  for (const entry of m.timeline) {
    const news = events.filter((e) => e.event === 'messages.status_updated' && (e.data as { status?: string }).status === entry.status).map((e): Timed => ({ ...told(e), at: entry.at }));
    const move = moveOf(entry.status, entry.at, m);
    moves.push(...(move ? [move] : []), ...news);
  }
  // A stable order: what has the same time stays as it was put in.
  const inOrder = moves.toSorted((a, b) => a.at.localeCompare(b.at));
  const own = m.sentBy?.type === 'assistant' || m.sentBy?.type === 'system'; // nobody asked for it from outside
  const first: Step = { from: own ? 'service' : 'systems', to: 'service', what: `by.${m.sentBy?.type ?? 'api_key'}`, at: m.createdAt };
  return [first, ...inOrder, ...events.filter((e) => e.event === 'charge.recorded').map(charged)];
}

/** What a status says of where the message went. That it was taken over is told by the call. */
function moveOf(status: string, at: string, m: Message): Timed | undefined {
  switch (status) {
    case 'sent': return { from: 'provider', to: 'service', what: 'status.sent', at };
    case 'delivered': return { from: 'provider', to: 'phone', what: 'status.delivered', at };
    case 'read': case 'played': return { from: 'phone', to: 'provider', what: `status.${status}`, at };
    case 'failed': case 'expired': case 'canceled': return { from: 'provider', to: 'service', what: `status.${status}`, at, bad: true, ...(m.failureReason && { detail: m.failureReason }) };
    default: return undefined;
  }
}

const told = (e: StreamedEvent): Step => ({ from: 'service', to: 'systems', what: 'event', values: { name: e.event }, detail: { event: e.event, timestamp: e.timestamp, data: e.data } });

function charged(e: StreamedEvent): Step {
  const { amount, currency, category } = e.data as { amount?: string | null; currency?: string | null; category?: string };
  const what = amount === null || amount === undefined || !currency ? 'charge.unknown' : Number(amount) === 0 ? 'charge.free' : 'charge.amount';
  return { ...told(e), what, values: { amount: amount ?? '', currency: currency ?? '', category: category ?? '' } };
}
