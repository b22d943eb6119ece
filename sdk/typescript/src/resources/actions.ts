import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { Action, CreateActionRequest } from '../types.js';
import { Resource } from './resource.js';

/** Changes of many conversations at once, which can be undone. */
export class Actions extends Resource {
  /** Lists your actions, newest first. */
  list(params?: ListParams, options?: RequestOptions): List<Action> {
    return this.listOf('/v1/actions', params, options);
  }

  /** Changes many conversations at once. */
  create(request: CreateActionRequest, options?: RequestOptions): APIPromise<Action> {
    return this.transport.request({ method: 'POST', path: '/v1/actions', body: request, options });
  }

  /** Returns an action. */
  get(id: string, options?: RequestOptions): APIPromise<Action> {
    return this.transport.request({ method: 'GET', path: `/v1/actions/${segment(id)}`, options });
  }

  /** Sets back the conversations of an action that nobody touched since. */
  undo(id: string, options?: RequestOptions): APIPromise<Action> {
    return this.transport.request({ method: 'POST', path: `/v1/actions/${segment(id)}/undo`, options });
  }
}
