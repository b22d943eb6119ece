import type { EventKind } from '../webhook-event.js';

/** The prefix of a kind of event: `messages` of `messages.upsert`. */
type EventPrefix<Kind = EventKind> = Kind extends `${infer Prefix}.${string}` ? Prefix : never;

/** The events that an endpoint receives: a kind, every kind with a prefix (`messages.*`), or `*` for all, including future ones. */
export type EventSelector = EventKind | `${EventPrefix}.*` | '*';

/** A request that names kinds of events. */
export type WithEvents<T> = Omit<T, 'events'> & {
  /** The kinds of events to send, `prefix.*` or `*`; all by default. */
  events?: EventSelector[];
};
