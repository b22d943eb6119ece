import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { PhoneNumber, PhoneNumberHealth } from '../types.js';
import { Resource } from './resource.js';

/** The phone numbers of the business. */
export class PhoneNumbers extends Resource {
  /** Lists the numbers. */
  list(params?: ListParams, options?: RequestOptions): List<PhoneNumber> {
    return this.listOf('/v1/phone-numbers', params, options);
  }

  /** Gets a number. */
  get(id: string, options?: RequestOptions): APIPromise<PhoneNumber> {
    return this.transport.request({ method: 'GET', path: `/v1/phone-numbers/${segment(id)}`, options });
  }

  /** Gets the health of a number: gaps in its webhooks, and its state at the provider. */
  health(id: string, options?: RequestOptions): APIPromise<PhoneNumberHealth> {
    return this.transport.request({ method: 'GET', path: `/v1/phone-numbers/${segment(id)}/health`, options });
  }
}
