import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { ContactPromise, CreatePromiseRequest, ListPromisesParams, UpdatePromiseRequest } from '../types.js';
import { Resource } from './resource.js';

/** What you promised to contacts. Each promise comes back by itself at its time. */
export class Promises extends Resource {
  /** Lists the promises of one status, by when they are due. */
  list(params?: ListPromisesParams, options?: RequestOptions): List<ContactPromise> {
    return this.listOf('/v1/promises', params, options);
  }

  /** Lists the promises of a conversation, newest first. */
  ofConversation(id: string, params?: ListParams, options?: RequestOptions): List<ContactPromise> {
    return this.listOf(`/v1/conversations/${segment(id)}/promises`, params, options);
  }

  /** Notes a promise to the contact of a conversation. */
  create(id: string, request: CreatePromiseRequest, options?: RequestOptions): APIPromise<ContactPromise> {
    const path = `/v1/conversations/${segment(id)}/promises`;
    return this.transport.request({ method: 'POST', path, body: request, options });
  }

  /** Gets a promise. */
  get(id: string, options?: RequestOptions): APIPromise<ContactPromise> {
    return this.transport.request({ method: 'GET', path: `/v1/promises/${segment(id)}`, options });
  }

  /** Keeps, withdraws or changes a promise. */
  update(id: string, request: UpdatePromiseRequest, options?: RequestOptions): APIPromise<ContactPromise> {
    return this.transport.request({ method: 'PATCH', path: `/v1/promises/${segment(id)}`, body: request, options });
  }
}
