import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { CreateRedeliveryRequest, Redelivery } from '../types.js';
import { Resource } from './resource.js';

/** Events that are delivered again in bulk, in the background. */
export class Redeliveries extends Resource {
  /** Begins to deliver again what failed, what was missed, or what lies in a time: follow it by `get`. */
  create(endpointId: string, request: CreateRedeliveryRequest, options?: RequestOptions): APIPromise<Redelivery> {
    return this.transport.request({ method: 'POST', path: path(endpointId), body: request, options });
  }

  /** Lists the bulk redeliveries of a receiver, newest first. */
  list(endpointId: string, params?: ListParams, options?: RequestOptions): List<Redelivery> {
    return this.listOf(path(endpointId), params, options);
  }

  /** Gets a bulk redelivery with how far it has come. */
  get(endpointId: string, id: string, options?: RequestOptions): APIPromise<Redelivery> {
    return this.transport.request({ method: 'GET', path: `${path(endpointId)}/${segment(id)}`, options });
  }

  /** Stops a bulk redelivery; what is queued already goes its way. */
  cancel(endpointId: string, id: string, options?: RequestOptions): APIPromise<Redelivery> {
    return this.transport.request({ method: 'POST', path: `${path(endpointId)}/${segment(id)}/cancel`, options });
  }
}

function path(endpointId: string): string {
  return `/v1/webhook-endpoints/${segment(endpointId)}/redeliveries`;
}
