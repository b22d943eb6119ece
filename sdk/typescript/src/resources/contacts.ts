import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  Contact,
  ContactDetail,
  ContactErasure,
  ListContactsParams,
  CreateContactRequest,
  PartedContacts,
  UpdateContactRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** The people who write to the business or to whom it writes. */
export class Contacts extends Resource {
  /** Creates a contact. Throws a {@link ConflictError} with `existingId` if it exists. */
  create(request: CreateContactRequest, options?: RequestOptions): APIPromise<Contact> {
    return this.transport.request({ method: 'POST', path: '/v1/contacts', body: request, options });
  }

  /** Lists contacts, newest first. */
  list(params?: ListContactsParams, options?: RequestOptions): List<Contact> {
    return this.listOf('/v1/contacts', params, options);
  }

  /** Gets a contact. The id of a merged contact leads to the remaining one. */
  get(id: string, options?: RequestOptions): APIPromise<ContactDetail> {
    return this.transport.request({ method: 'GET', path: `/v1/contacts/${segment(id)}`, options });
  }

  /** Changes the given fields of a contact. */
  update(id: string, request: UpdateContactRequest, options?: RequestOptions): APIPromise<Contact> {
    return this.transport.request({ method: 'PATCH', path: `/v1/contacts/${segment(id)}`, body: request, options });
  }

  /** Adds tags to a contact. */
  addTags(id: string, tags: string[], options?: RequestOptions): APIPromise<Contact> {
    const path = `/v1/contacts/${segment(id)}/tags`;
    return this.transport.request({ method: 'POST', path, body: { tags }, options });
  }

  /** Removes a tag from a contact. */
  removeTag(id: string, tag: string, options?: RequestOptions): APIPromise<Contact> {
    const path = `/v1/contacts/${segment(id)}/tags/${segment(tag)}`;
    return this.transport.request({ method: 'DELETE', path, options });
  }

  /** Merges another contact of the same person into this one. */
  merge(id: string, contactId: string, options?: RequestOptions): APIPromise<Contact> {
    const path = `/v1/contacts/${segment(id)}/merge`;
    return this.transport.request({ method: 'POST', path, body: { contactId }, options });
  }

  /** Exports all contacts as CSV. Read the response with `body` (a stream) or `text()`. */
  export(options?: RequestOptions): Promise<Response> {
    return this.transport.open({ method: 'GET', path: '/v1/contacts/export', options });
  }

  /** Exports all that is stored about one person as a ZIP. Read the response with `body` (a stream) or `arrayBuffer()`. */
  exportContact(id: string, options?: RequestOptions): Promise<Response> {
    return this.transport.open({ method: 'GET', path: `/v1/contacts/${segment(id)}/export`, options });
  }

  /** Erases what is known of a person, for good. It goes on in the background: see {@link Contacts.getErasure}. */
  erase(id: string, options?: RequestOptions): APIPromise<ContactErasure> {
    return this.transport.request({ method: 'POST', path: `/v1/contacts/${segment(id)}/erase`, options });
  }

  /** Lists erasures, newest first. */
  listErasures(params?: ListParams, options?: RequestOptions): List<ContactErasure> {
    return this.listOf('/v1/contact-erasures', params, options);
  }

  /** Gets an erasure: how far it has come. */
  getErasure(id: string, options?: RequestOptions): APIPromise<ContactErasure> {
    return this.transport.request({ method: 'GET', path: `/v1/contact-erasures/${segment(id)}`, options });
  }

  /** Undoes a merge. {@link Contacts.get} lists merges. */
  undoMerge(mergeId: string, options?: RequestOptions): APIPromise<PartedContacts> {
    return this.transport.request({ method: 'POST', path: `/v1/contact-merges/${segment(mergeId)}/undo`, options });
  }
}
