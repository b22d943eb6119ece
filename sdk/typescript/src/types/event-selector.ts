import type { EventKind } from '../webhook-event.js';

/** What a kind of event begins with: `messages` of `messages.upsert`. */
type EventPrefix<Kind = EventKind> = Kind extends `${infer Prefix}.${string}` ? Prefix : never;

/** The events that an endpoint gets: a kind, all that begin alike (`messages.*`), or `*`: all, now and later. */
export type EventSelector = EventKind | `${EventPrefix}.*` | '*';

/** A request that names kinds of events. */
export type WithEvents<T> = Omit<T, 'events'> & {
  /** The kinds of events to send, `prefix.*` or `*`; all by default. */
  events?: EventSelector[];
};
