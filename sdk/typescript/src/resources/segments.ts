import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  Contact,
  CreateSegmentRequest,
  PreviewSegmentRequest,
  Segment,
  SegmentCount,
  SegmentExplanation,
  SegmentPreview,
  UpdateSegmentRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** Groups of contacts by filters. */
export class Segments extends Resource {
  /** Lists the segments. */
  list(params?: ListParams, options?: RequestOptions): List<Segment> {
    return this.listOf('/v1/segments', params, options);
  }

  /** Creates a segment. */
  create(request: CreateSegmentRequest, options?: RequestOptions): APIPromise<Segment> {
    return this.transport.request({ method: 'POST', path: '/v1/segments', body: request, options });
  }

  /** Returns a segment. */
  get(id: string, options?: RequestOptions): APIPromise<Segment> {
    return this.transport.request({ method: 'GET', path: `/v1/segments/${segment(id)}`, options });
  }

  /** Changes a segment. */
  update(id: string, request: UpdateSegmentRequest, options?: RequestOptions): APIPromise<Segment> {
    return this.transport.request({ method: 'PATCH', path: `/v1/segments/${segment(id)}`, body: request, options });
  }

  /** Deletes a segment; its contacts stay as they are. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/segments/${segment(id)}`, options });
  }

  /** Counts the contacts of a filter, and returns the first 20; nothing is stored. */
  preview(request: PreviewSegmentRequest, options?: RequestOptions): APIPromise<SegmentPreview> {
    return this.transport.request({ method: 'POST', path: '/v1/segments/preview', body: request, options });
  }

  /** Counts the contacts of a segment. */
  count(id: string, options?: RequestOptions): APIPromise<SegmentCount> {
    return this.transport.request({ method: 'GET', path: `/v1/segments/${segment(id)}/count`, options });
  }

  /** Lists the contacts of a segment, the oldest first. */
  contacts(id: string, params?: ListParams, options?: RequestOptions): List<Contact> {
    return this.listOf(`/v1/segments/${segment(id)}/contacts`, params, options);
  }

  /** Says whether a contact is in a segment, and why. */
  explain(id: string, contactId: string, options?: RequestOptions): APIPromise<SegmentExplanation> {
    const path = `/v1/segments/${segment(id)}/contacts/${segment(contactId)}/explanation`;
    return this.transport.request({ method: 'GET', path, options });
  }
}
