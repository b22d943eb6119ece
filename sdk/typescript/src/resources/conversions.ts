import type { APIPromise } from '../api-promise.js';
import type { List } from '../list.js';
import type { RequestOptions } from '../transport.js';
import type { CreateConversionRequest, ListConversionsParams, RecordedConversion } from '../types.js';
import { Resource } from './resource.js';

/** What your contacts did elsewhere, such as a purchase. */
export class Conversions extends Resource {
  /** Records that a contact did something. With an `externalId` it is safe to repeat. */
  create(request: CreateConversionRequest, options?: RequestOptions): APIPromise<RecordedConversion> {
    return this.transport.request({ method: 'POST', path: '/v1/conversions', body: request, options });
  }

  /** Lists conversions, the last that happened first. */
  list(params?: ListConversionsParams, options?: RequestOptions): List<RecordedConversion> {
    return this.listOf('/v1/conversions', params, options);
  }
}
