import type { ConversationTimelineEntry, Message, Note } from '@service/sdk';
import type { Waiting } from './outbox';

export type Item =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'message'; key: string; at: string; message: Message; quoted?: Message; joined: boolean }
  | { kind: 'note'; key: string; at: string; note: Note }
  | { kind: 'event'; key: string; at: string; entry: ConversationTimelineEntry }
  | { kind: 'waiting'; key: string; at: string; waiting: Waiting };

/** Events that lines of their own would only repeat. */
const silent = new Set(['note', 'labels', 'sla_warned', 'window_closing', 'rating_asked', 'follow_up', 'priority']);

/**
 * Puts everything of a conversation into one order, oldest first, with a line for each
 * day. Messages come newest first. Notes and events older than the oldest message that
 * was loaded wait for it, unless all messages are there.
 */
export function arrange(messages: Message[], notes: Note[], timeline: ConversationTimelineEntry[], outbox: readonly Waiting[], whole: boolean): Item[] {
  const shown = messages.filter((m) => m.type !== 'reaction');
  const byProvider = new Map(shown.map((m) => [m.providerMessageId, m]));
  const byId = new Map(shown.map((m) => [m.id, m]));
  const oldest = shown.at(-1)?.createdAt ?? '';
  const items: Item[] = shown.map((message) => {
    const quoted = byId.get(message.replyTo ?? '') ?? (message.context?.providerMessageId ? byProvider.get(message.context.providerMessageId) : undefined);
    return { kind: 'message', key: message.id, at: message.createdAt, message, joined: false, ...(quoted && { quoted }) };
  });
  for (const note of notes) if (whole || note.createdAt >= oldest) items.push({ kind: 'note', key: note.id, at: note.createdAt, note });
  for (const entry of timeline) {
    if (!silent.has(entry.kind) && (whole || entry.at >= oldest)) items.push({ kind: 'event', key: entry.id, at: entry.at, entry });
  }
  const at = (i: Item) => Date.parse(i.at);
  const ordered = items.toReversed().sort((a, b) => at(a) - at(b));
  for (const w of outbox) if (!byId.has(w.messageId ?? '')) ordered.push({ kind: 'waiting', key: w.id, at: w.createdAt, waiting: w });
  return withDays(ordered);
}

function withDays(items: Item[]): Item[] {
  const out: Item[] = [];
  let day = '';
  let before: Item | undefined;
  for (const item of items) {
    const its = new Date(item.at).toDateString();
    if (its !== day) out.push({ kind: 'day', key: `day ${its}`, at: item.at });
    if (item.kind === 'message' && before?.kind === 'message' && its === day) {
      const [a, b] = [before.message, item.message];
      item.joined = a.direction === b.direction && a.sentBy?.id === b.sentBy?.id && a.assistant?.assistantId === b.assistant?.assistantId && Date.parse(b.createdAt) - Date.parse(a.createdAt) < 300_000;
    }
    day = its;
    before = item;
    out.push(item);
  }
  return out;
}
