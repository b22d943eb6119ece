import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { CreateViewRequest, SavedView, UpdateViewRequest, ViewCount } from '../types.js';
import { Resource } from './resource.js';

/** Lists of conversations that people named. Their conversations are in `conversations.list({ viewId })`. */
export class Views extends Resource {
  /** Lists the shared views, then your own. */
  list(params?: ListParams, options?: RequestOptions): List<SavedView> {
    return this.listOf('/v1/views', params, options);
  }

  /** Saves a view. */
  create(request: CreateViewRequest, options?: RequestOptions): APIPromise<SavedView> {
    return this.transport.request({ method: 'POST', path: '/v1/views', body: request, options });
  }

  /** Returns a view. */
  get(id: string, options?: RequestOptions): APIPromise<SavedView> {
    return this.transport.request({ method: 'GET', path: `/v1/views/${segment(id)}`, options });
  }

  /** Changes a view. */
  update(id: string, request: UpdateViewRequest, options?: RequestOptions): APIPromise<SavedView> {
    return this.transport.request({ method: 'PATCH', path: `/v1/views/${segment(id)}`, body: request, options });
  }

  /** Deletes a view. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/views/${segment(id)}`, options });
  }

  /** Counts the conversations of a view, up to 1,000. */
  count(id: string, options?: RequestOptions): APIPromise<ViewCount> {
    return this.transport.request({ method: 'GET', path: `/v1/views/${segment(id)}/count`, options });
  }
}
