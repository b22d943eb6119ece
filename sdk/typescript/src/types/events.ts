import type { ListParams } from '../list.js';
import type { EventKind, WebhookEvent } from '../webhook-event.js';
import type { Delivery } from './deliveries.js';
import type { EventSelector } from './event-selector.js';
import type { Optional, Schemas } from './shared.js';

/** What an event of a stream has beside what webhooks carry. */
export interface StreamedEventKey {
  /** The same as in the log, and as `webhook-id` of webhooks. */
  id: string;
}

/** What an event of the log has beside what webhooks carry. */
export interface LoggedEventKey extends StreamedEventKey {
  /** When it was written to the log. */
  createdAt: string;
}

/** An event of the log: what webhooks carry, with the id that they have as `webhook-id`. */
export type LoggedEvent = WebhookEvent & LoggedEventKey;

/** An event of a stream. `id` is the same as in the log and in webhooks. */
export type StreamedEvent = WebhookEvent & StreamedEventKey;

/** What a stream tells. */
export interface StreamEventsParams {
  /** The id of the last event that you have: the stream goes on behind it. Without it the stream begins now. */
  lastEventId?: string | undefined;
  /** Where there is no last event: begin with the events made since then. */
  since?: Date | string | undefined;
  /** Only events of these kinds: names, `messages.*` for all that begin so, or `*`. */
  events?: readonly EventSelector[] | undefined;
  /** Leaves out the events of other phone numbers. */
  phoneNumberId?: string | readonly string[] | undefined;
  /** Ends the stream; the iteration then fails with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** An event with what became of it at each receiver. */
export type EventWithDeliveries = LoggedEvent & EventDeliveries;

/** What became of an event at each receiver. */
export interface EventDeliveries {
  /** One delivery per receiver. */
  deliveries: Delivery[];
}

/** One kind of event, as the catalogue describes it. */
export interface EventType extends Omit<Schemas['EventType'], 'name' | 'schema' | 'example'> {
  /** What events of the kind have as `event`. */
  name: EventKind;
  /** JSON Schema (2020-12) of the whole event, complete in itself. */
  schema: Record<string, unknown>;
  /** An event as it is delivered. */
  example: WebhookEvent;
}

/** The kinds of events. */
export interface EventTypeList {
  /** All of them. */
  data: EventType[];
}

/** Which events to list. */
export interface ListEventsParams
  extends ListParams,
    Optional<{
      /** Only events after the one with this id, in the order of the log. */
      after: string;
      /** Only events of these kinds: names, or all that begin alike (`messages.*`). */
      events: readonly EventSelector[];
      /** Only events of this kind; like `events` with one name. */
      event: EventKind;
      /** Of the events that belong to a phone number, only those of this one. */
      phoneNumberId: string;
    }> {}
