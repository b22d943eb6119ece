import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { CreateLabelRequest, Label, UpdateLabelRequest } from '../types.js';
import { Resource } from './resource.js';

/** Words by which people sort conversations. */
export class Labels extends Resource {
  /** Lists the labels by name. */
  list(params?: ListParams, options?: RequestOptions): List<Label> {
    return this.listOf('/v1/labels', params, options);
  }

  /** Creates a label. */
  create(request: CreateLabelRequest, options?: RequestOptions): APIPromise<Label> {
    return this.transport.request({ method: 'POST', path: '/v1/labels', body: request, options });
  }

  /** Changes a label. */
  update(id: string, request: UpdateLabelRequest, options?: RequestOptions): APIPromise<Label> {
    return this.transport.request({ method: 'PATCH', path: `/v1/labels/${segment(id)}`, body: request, options });
  }

  /** Deletes a label. The conversations that have it lose it, soon after. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/labels/${segment(id)}`, options });
  }
}
