import type { List } from '../list.js';
import type { RequestOptions } from '../transport.js';
import type { EventListParams, LoggedEvent } from '../types.js';
import { Resource } from './resource.js';

/** The log of everything that happened. */
export class Events extends Resource {
  /** Lists the events, oldest first; give `after` to go on behind the last one that you know. */
  list(params?: EventListParams, options?: RequestOptions): List<LoggedEvent> {
    return this.listOf('/v1/events', params, options);
  }
}
