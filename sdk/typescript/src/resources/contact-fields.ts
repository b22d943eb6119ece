import type { APIPromise } from '../api-promise.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  ContactField,
  ContactFieldList,
  CreateContactFieldRequest,
  UpdateContactFieldRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** The custom fields of contacts. */
export class ContactFields extends Resource {
  /** Creates a custom field. */
  create(request: CreateContactFieldRequest, options?: RequestOptions): APIPromise<ContactField> {
    return this.transport.request({ method: 'POST', path: '/v1/contact-fields', body: request, options });
  }

  /** Gets all custom fields. */
  list(options?: RequestOptions): APIPromise<ContactFieldList> {
    return this.transport.request({ method: 'GET', path: '/v1/contact-fields', options });
  }

  /** Changes the label or the options of a custom field. */
  update(id: string, request: UpdateContactFieldRequest, options?: RequestOptions): APIPromise<ContactField> {
    const path = `/v1/contact-fields/${segment(id)}`;
    return this.transport.request({ method: 'PATCH', path, body: request, options });
  }

  /** Deletes a custom field and its values. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/contact-fields/${segment(id)}`, options });
  }
}
