import type { List, ListParams } from '../list.js';
import type { RequestOptions } from '../transport.js';
import type { PhoneNumber } from '../types.js';
import { Resource } from './resource.js';

/** The numbers that messages are sent from. */
export class PhoneNumbers extends Resource {
  /** Lists the numbers. */
  list(params?: ListParams, options?: RequestOptions): List<PhoneNumber> {
    return this.listOf('/v1/phone-numbers', params, options);
  }
}
