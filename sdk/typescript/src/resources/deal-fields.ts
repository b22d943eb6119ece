import type { APIPromise } from '../api-promise.js';
import { type RequestOptions, segment } from '../transport.js';
import type { CreateDealFieldRequest, DealField, DealFieldList, UpdateDealFieldRequest } from '../types.js';
import { Resource } from './resource.js';

/** The custom fields of deals. */
export class DealFields extends Resource {
  /** Creates a custom field. */
  create(request: CreateDealFieldRequest, options?: RequestOptions): APIPromise<DealField> {
    return this.transport.request({ method: 'POST', path: '/v1/deal-fields', body: request, options });
  }

  /** Gets all custom fields. */
  list(options?: RequestOptions): APIPromise<DealFieldList> {
    return this.transport.request({ method: 'GET', path: '/v1/deal-fields', options });
  }

  /** Changes the label or the options of a custom field. */
  update(id: string, request: UpdateDealFieldRequest, options?: RequestOptions): APIPromise<DealField> {
    const path = `/v1/deal-fields/${segment(id)}`;
    return this.transport.request({ method: 'PATCH', path, body: request, options });
  }

  /** Deletes a custom field and its values. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/deal-fields/${segment(id)}`, options });
  }
}
