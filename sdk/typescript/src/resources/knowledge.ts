import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  CreateKnowledgeSourceRequest,
  FoundKnowledge,
  KnowledgePages,
  KnowledgePassage,
  KnowledgeSettings,
  KnowledgeSource,
  ListKnowledgePassagesParams,
  ListKnowledgeSourcesParams,
  RunProblem,
  SearchKnowledgeRequest,
  UpdateKnowledgeSettingsRequest,
  UpdateKnowledgeSourceRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** Timeout for sending a file of up to 32 MiB. */
const uploadTimeout = 300_000;

/** What assistants answer from. */
export class Knowledge extends Resource {
  /** Adds an article, a question, a page, a site or a file. It is indexed in the background; follow it with `get`. */
  create(request: CreateKnowledgeSourceRequest, options?: RequestOptions): APIPromise<KnowledgeSource> {
    const post = { method: 'POST' as const, path: '/v1/knowledge/sources' };
    if (!('file' in request)) return this.transport.request({ ...post, body: request, options });
    const { file, filename, ...how } = request;
    const own = file instanceof Blob && 'name' in file ? String(file.name) : undefined;
    const raw = new FormData();
    raw.append('options', JSON.stringify(how));
    raw.append('file', new Blob([file as BlobPart]), filename ?? own ?? 'knowledge.txt');
    return this.transport.request({ ...post, raw, options: { timeout: uploadTimeout, ...options } });
  }

  /** Lists sources without their texts, newest first. */
  list(params?: ListKnowledgeSourcesParams, options?: RequestOptions): List<KnowledgeSource> {
    return this.listOf('/v1/knowledge/sources', params, options);
  }

  /** Gets a source with the progress of its indexing. */
  get(id: string, options?: RequestOptions): APIPromise<KnowledgeSource> {
    return this.transport.request({ method: 'GET', path: `/v1/knowledge/sources/${segment(id)}`, options });
  }

  /** Changes a source. The previous revision is used until the new one is ready. */
  update(id: string, request: UpdateKnowledgeSourceRequest, options?: RequestOptions): APIPromise<KnowledgeSource> {
    return this.transport.request({
      method: 'PATCH',
      path: `/v1/knowledge/sources/${segment(id)}`,
      body: request,
      options,
    });
  }

  /** Removes a source. Its passages are no longer found. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/knowledge/sources/${segment(id)}`, options });
  }

  /** Fetches a page or site again. */
  recrawl(id: string, options?: RequestOptions): APIPromise<KnowledgeSource> {
    return this.transport.request({
      method: 'POST',
      path: `/v1/knowledge/sources/${segment(id)}/recrawl`,
      options,
    });
  }

  /** Lists the pages of a site with their results. */
  pages(id: string, options?: RequestOptions): APIPromise<KnowledgePages> {
    return this.transport.request({ method: 'GET', path: `/v1/knowledge/sources/${segment(id)}/pages`, options });
  }

  /** Lists the pages of a source that could not be read. */
  problems(id: string, params?: ListParams, options?: RequestOptions): List<RunProblem> {
    return this.listOf(`/v1/knowledge/sources/${segment(id)}/problems`, params, options);
  }

  /** Lists passages, source by source. */
  passages(params?: ListKnowledgePassagesParams, options?: RequestOptions): List<KnowledgePassage> {
    return this.listOf('/v1/knowledge/passages', params, options);
  }

  /** Searches as an assistant would for a question. */
  search(request: SearchKnowledgeRequest, options?: RequestOptions): APIPromise<FoundKnowledge> {
    return this.transport.request({ method: 'POST', path: '/v1/knowledge/search', body: request, options });
  }

  /** Gets the settings of all knowledge. */
  settings(options?: RequestOptions): APIPromise<KnowledgeSettings> {
    return this.transport.request({ method: 'GET', path: '/v1/knowledge/settings', options });
  }

  /** Changes settings, effective with the next question. */
  updateSettings(request: UpdateKnowledgeSettingsRequest, options?: RequestOptions): APIPromise<KnowledgeSettings> {
    return this.transport.request({ method: 'PATCH', path: '/v1/knowledge/settings', body: request, options });
  }
}
