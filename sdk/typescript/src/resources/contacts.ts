import type { APIPromise } from '../api-promise.js';
import type { List } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  Contact,
  ContactDetail,
  ListContactsParams,
  CreateContactRequest,
  PartedContacts,
  UpdateContactRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** The people who write to the business, or whom it writes to. */
export class Contacts extends Resource {
  /** Creates a contact. One who is known already is a {@link ConflictError} with `existingId`. */
  create(request: CreateContactRequest, options?: RequestOptions): APIPromise<Contact> {
    return this.transport.request({ method: 'POST', path: '/v1/contacts', body: request, options });
  }

  /** Lists contacts, newest first. */
  list(params?: ListContactsParams, options?: RequestOptions): List<Contact> {
    return this.listOf('/v1/contacts', params, options);
  }

  /** Gets a contact. The id of one that was merged leads to the one that stayed. */
  get(id: string, options?: RequestOptions): APIPromise<ContactDetail> {
    return this.transport.request({ method: 'GET', path: `/v1/contacts/${segment(id)}`, options });
  }

  /** Changes the given parts of a contact. */
  update(id: string, request: UpdateContactRequest, options?: RequestOptions): APIPromise<Contact> {
    return this.transport.request({ method: 'PATCH', path: `/v1/contacts/${segment(id)}`, body: request, options });
  }

  /** Adds tags to a contact. */
  addTags(id: string, tags: string[], options?: RequestOptions): APIPromise<Contact> {
    const path = `/v1/contacts/${segment(id)}/tags`;
    return this.transport.request({ method: 'POST', path, body: { tags }, options });
  }

  /** Takes a tag from a contact. */
  removeTag(id: string, tag: string, options?: RequestOptions): APIPromise<Contact> {
    const path = `/v1/contacts/${segment(id)}/tags/${segment(tag)}`;
    return this.transport.request({ method: 'DELETE', path, options });
  }

  /** Merges another contact, which is the same person, into this one. */
  merge(id: string, contactId: string, options?: RequestOptions): APIPromise<Contact> {
    const path = `/v1/contacts/${segment(id)}/merge`;
    return this.transport.request({ method: 'POST', path, body: { contactId }, options });
  }

  /** Exports all contacts as a CSV table. Read the answer by `body` (a stream) or `text()`. */
  export(options?: RequestOptions): Promise<Response> {
    return this.transport.open({ method: 'GET', path: '/v1/contacts/export', options });
  }

  /** Undoes a merge, which {@link Contacts.get} lists. */
  undoMerge(mergeId: string, options?: RequestOptions): APIPromise<PartedContacts> {
    return this.transport.request({ method: 'POST', path: `/v1/contact-merges/${segment(mergeId)}/undo`, options });
  }
}
