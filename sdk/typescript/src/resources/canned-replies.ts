import type { APIPromise } from '../api-promise.js';
import type { List } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  CannedReply,
  CreateCannedReplyRequest,
  FillCannedReplyRequest,
  FilledCannedReply,
  ListCannedRepliesParams,
  UpdateCannedReplyRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** Texts that people send again and again. */
export class CannedReplies extends Resource {
  /** Lists the canned replies for everybody and for your teams, by shortcut. */
  list(params?: ListCannedRepliesParams, options?: RequestOptions): List<CannedReply> {
    return this.listOf('/v1/canned-replies', params, options);
  }

  /** Creates a canned reply. */
  create(request: CreateCannedReplyRequest, options?: RequestOptions): APIPromise<CannedReply> {
    return this.transport.request({ method: 'POST', path: '/v1/canned-replies', body: request, options });
  }

  /** Gets a canned reply. */
  get(id: string, options?: RequestOptions): APIPromise<CannedReply> {
    return this.transport.request({ method: 'GET', path: `/v1/canned-replies/${segment(id)}`, options });
  }

  /** Changes a canned reply. */
  update(id: string, request: UpdateCannedReplyRequest, options?: RequestOptions): APIPromise<CannedReply> {
    const path = `/v1/canned-replies/${segment(id)}`;
    return this.transport.request({ method: 'PATCH', path, body: request, options });
  }

  /** Deletes a canned reply. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/canned-replies/${segment(id)}`, options });
  }

  /** Shows a canned reply as it reads in a conversation; sends nothing. */
  fill(id: string, request: FillCannedReplyRequest, options?: RequestOptions): APIPromise<FilledCannedReply> {
    const path = `/v1/canned-replies/${segment(id)}/fill`;
    return this.transport.request({ method: 'POST', path, body: request, options });
  }
}
