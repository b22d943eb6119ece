import type { APIPromise } from '../api-promise.js';
import type { List } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { AnswerGapRequest, KnowledgeGap, KnowledgeSource, ListKnowledgeGapsParams } from '../types.js';
import { Resource } from './resource.js';

/** Questions that no knowledge answers, grouped by similarity. */
export class KnowledgeGaps extends Resource {
  /** Lists gaps, most frequent first. */
  list(params?: ListKnowledgeGapsParams, options?: RequestOptions): List<KnowledgeGap> {
    return this.listOf('/v1/knowledge/gaps', params, options);
  }

  /** Gets a gap with its newest questions. */
  get(id: string, options?: RequestOptions): APIPromise<KnowledgeGap> {
    return this.transport.request({ method: 'GET', path: `/v1/knowledge/gaps/${segment(id)}`, options });
  }

  /** Dismisses a gap that needs no answer. */
  dismiss(id: string, options?: RequestOptions): APIPromise<KnowledgeGap> {
    return this.transport.request({ method: 'POST', path: `/v1/knowledge/gaps/${segment(id)}/dismiss`, options });
  }

  /** Answers a gap: creates a question with its answer. */
  answer(id: string, request: AnswerGapRequest, options?: RequestOptions): APIPromise<KnowledgeSource> {
    return this.transport.request({
      method: 'POST',
      path: `/v1/knowledge/gaps/${segment(id)}/answer`,
      body: request,
      options,
    });
  }
}
