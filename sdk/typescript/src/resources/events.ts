import type { APIPromise } from '../api-promise.js';
import { EventStream } from '../event-stream.js';
import type { List } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  ListEventsParams,
  StreamEventsParams,
  EventType,
  EventTypeList,
  EventWithDeliveries,
  LoggedEvent,
  StreamedEvent,
} from '../types.js';
import type { EventKind } from '../webhook-event.js';
import { Resource } from './resource.js';

/** The log of everything that happened. */
export class Events extends Resource {
  /** Lists events, oldest first. Pass `after` to continue after the last event that you know. */
  list(params?: ListEventsParams, options?: RequestOptions): List<LoggedEvent> {
    return this.listOf('/v1/events', params, options);
  }

  /** Gets an event with its deliveries. */
  get(id: string, options?: RequestOptions): APIPromise<EventWithDeliveries> {
    return this.transport.request({ method: 'GET', path: `/v1/events/${segment(id)}`, options });
  }

  /**
   * Streams events as they happen, from now on or after `lastEventId`, with the
   * ids and contents of webhooks:
   *
   * ```ts
   * for await (const event of client.events.stream({ lastEventId })) {
   *   await handle(event);
   *   await remember(event.id); // to continue from there after a restart
   * }
   * ```
   *
   * A broken stream reconnects after the last event until it succeeds, so no
   * event is lost or repeated. It ends with an error only if reconnecting cannot
   * help: {@link AuthenticationError}, {@link PermissionDeniedError}, or
   * {@link GoneError} if the last event has left the log; or with the signal's
   * reason.
   */
  stream(params: StreamEventsParams = {}, options: RequestOptions = {}): AsyncGenerator<StreamedEvent, void, undefined> {
    return new EventStream(this.transport, params, options).events();
  }

  /** Lists all kinds of events, each with its JSON Schema and an example. */
  types(options?: RequestOptions): APIPromise<EventTypeList> {
    return this.transport.request({ method: 'GET', path: '/v1/event-types', options });
  }

  /** Describes a kind of event. */
  type(name: EventKind, options?: RequestOptions): APIPromise<EventType> {
    return this.transport.request({ method: 'GET', path: `/v1/event-types/${segment(name)}`, options });
  }
}
