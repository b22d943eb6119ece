import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { CreateRedeliveryRequest, Redelivery } from '../types.js';
import { Resource } from './resource.js';

/** Bulk redelivery of events in the background. */
export class Redeliveries extends Resource {
  /** Starts to redeliver failed events, missed events, or a time range; follow it with `get`. */
  create(endpointId: string, request: CreateRedeliveryRequest, options?: RequestOptions): APIPromise<Redelivery> {
    return this.transport.request({ method: 'POST', path: path(endpointId), body: request, options });
  }

  /** Lists the bulk redeliveries of a receiver, newest first. */
  list(endpointId: string, params?: ListParams, options?: RequestOptions): List<Redelivery> {
    return this.listOf(path(endpointId), params, options);
  }

  /** Gets a bulk redelivery with its progress. */
  get(endpointId: string, id: string, options?: RequestOptions): APIPromise<Redelivery> {
    return this.transport.request({ method: 'GET', path: `${path(endpointId)}/${segment(id)}`, options });
  }

  /** Cancels a bulk redelivery. Queued deliveries are still made. */
  cancel(endpointId: string, id: string, options?: RequestOptions): APIPromise<Redelivery> {
    return this.transport.request({ method: 'POST', path: `${path(endpointId)}/${segment(id)}/cancel`, options });
  }
}

function path(endpointId: string): string {
  return `/v1/webhook-endpoints/${segment(endpointId)}/redeliveries`;
}
