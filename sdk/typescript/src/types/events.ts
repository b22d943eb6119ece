import type { ListParams } from '../list.js';
import type { EventKind, WebhookEvent } from '../webhook-event.js';
import type { Delivery } from './deliveries.js';
import type { EventSelector } from './event-selector.js';
import type { Optional, Schemas } from './shared.js';

/** What an event of a stream has in addition to the webhook body. */
export interface StreamedEventKey {
  /** The id in the log, which is also the `webhook-id` of webhooks. */
  id: string;
}

/** What an event of the log has in addition to the webhook body. */
export interface LoggedEventKey extends StreamedEventKey {
  /** When it was written to the log. */
  createdAt: string;
}

/** An event of the log: the webhook body, with the `webhook-id` as its id. */
export type LoggedEvent = WebhookEvent & LoggedEventKey;

/** An event of a stream. `id` is the same as in the log and in webhooks. */
export type StreamedEvent = WebhookEvent & StreamedEventKey;

/** What a stream sends, and from where. */
export interface StreamEventsParams {
  /** The id of the last event that you received; the stream continues after it. By default it starts now. */
  lastEventId?: string | undefined;
  /** Without a last event: start with the events since this time. */
  since?: Date | string | undefined;
  /** Only events of these kinds: names, prefixes (`messages.*`) or `*`. */
  events?: readonly EventSelector[] | undefined;
  /** Omits the events of other phone numbers. */
  phoneNumberId?: string | readonly string[] | undefined;
  /** Ends the stream; the iteration then fails with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called with what is told once and is in no log: `presence`, `conversation.left`, notifications. */
  onPassing?: ((event: PassingEvent) => void) | undefined;
  /** Called each time when the stream is connected. */
  onOpen?: (() => void) | undefined;
  /** Called each time when the connection is lost; the stream connects again by itself. */
  onLost?: (() => void) | undefined;
}

/** What a stream tells once and no log keeps. */
export interface PassingEvent {
  /** What it is about, such as `presence`. */
  event: string;
  [field: string]: unknown;
}

/** An event with its delivery to each receiver. */
export type EventWithDeliveries = LoggedEvent & EventDeliveries;

/** The deliveries of an event. */
export interface EventDeliveries {
  /** One delivery per receiver. */
  deliveries: Delivery[];
}

/** One kind of event, as the catalogue describes it. */
export interface EventType extends Omit<Schemas['EventType'], 'name' | 'schema' | 'example'> {
  /** The value of `event`. */
  name: EventKind;
  /** Self-contained JSON Schema (2020-12) of the whole event. */
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
      /** Only events after this id, in the order of the log. */
      after: string;
      /** Only events of these kinds: names or prefixes (`messages.*`). */
      events: readonly EventSelector[];
      /** Only events of this kind; like `events` with one name. */
      event: EventKind;
      /** Of the events that belong to a phone number, only the events of this one. */
      phoneNumberId: string;
    }> {}
