import type { APIPromise } from '../api-promise.js';
import type { List } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { Delivery, DeliveryDetail, ListDeliveriesParams } from '../types.js';
import { Resource } from './resource.js';

/** The deliveries of events to a receiver. */
export class Deliveries extends Resource {
  /** Lists the deliveries to a receiver, newest events first. */
  list(endpointId: string, params?: ListDeliveriesParams, options?: RequestOptions): List<Delivery> {
    return this.listOf(`/v1/webhook-endpoints/${segment(endpointId)}/deliveries`, params, options);
  }

  /** Gets a delivery with what is posted and every attempt. */
  get(endpointId: string, id: string, options?: RequestOptions): APIPromise<DeliveryDetail> {
    const path = `/v1/webhook-endpoints/${segment(endpointId)}/deliveries/${segment(id)}`;
    return this.transport.request({ method: 'GET', path, options });
  }

  /** Delivers an event again at once, whether or not it was delivered. */
  redeliver(endpointId: string, id: string, options?: RequestOptions): APIPromise<Delivery> {
    const path = `/v1/webhook-endpoints/${segment(endpointId)}/deliveries/${segment(id)}/redeliver`;
    return this.transport.request({ method: 'POST', path, options });
  }
}
