import type { APIPromise } from '../api-promise.js';
import type { List } from '../list.js';
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
  SearchKnowledgeRequest,
  UpdateKnowledgeSettingsRequest,
  UpdateKnowledgeSourceRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** How long the sending of a file may take; the largest one has 32 MiB. */
const uploadTimeout = 300_000;

/** What assistants answer from. */
export class Knowledge extends Resource {
  /** Adds an article, a question, a page, a site or a file. It is indexed in the background: follow it by `get`. */
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

  /** Lists the sources, newest first, without their texts. */
  list(params?: ListKnowledgeSourcesParams, options?: RequestOptions): List<KnowledgeSource> {
    return this.listOf('/v1/knowledge/sources', params, options);
  }

  /** Gets a source with how far it is indexed. */
  get(id: string, options?: RequestOptions): APIPromise<KnowledgeSource> {
    return this.transport.request({ method: 'GET', path: `/v1/knowledge/sources/${segment(id)}`, options });
  }

  /** Changes what is given. The revision before is found until the new one is ready. */
  update(id: string, request: UpdateKnowledgeSourceRequest, options?: RequestOptions): APIPromise<KnowledgeSource> {
    return this.transport.request({
      method: 'PATCH',
      path: `/v1/knowledge/sources/${segment(id)}`,
      body: request,
      options,
    });
  }

  /** Removes a source; its passages are found no more from then on. */
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

  /** Lists the pages of a site with what came of each. */
  pages(id: string, options?: RequestOptions): APIPromise<KnowledgePages> {
    return this.transport.request({ method: 'GET', path: `/v1/knowledge/sources/${segment(id)}/pages`, options });
  }

  /** Lists the passages that are found, source by source. */
  passages(params?: ListKnowledgePassagesParams, options?: RequestOptions): List<KnowledgePassage> {
    return this.listOf('/v1/knowledge/passages', params, options);
  }

  /** Finds what an assistant would find for a question. */
  search(request: SearchKnowledgeRequest, options?: RequestOptions): APIPromise<FoundKnowledge> {
    return this.transport.request({ method: 'POST', path: '/v1/knowledge/search', body: request, options });
  }

  /** Gets the settings of the knowledge as a whole. */
  settings(options?: RequestOptions): APIPromise<KnowledgeSettings> {
    return this.transport.request({ method: 'GET', path: '/v1/knowledge/settings', options });
  }

  /** Changes the given settings, from the next question on. */
  updateSettings(request: UpdateKnowledgeSettingsRequest, options?: RequestOptions): APIPromise<KnowledgeSettings> {
    return this.transport.request({ method: 'PATCH', path: '/v1/knowledge/settings', body: request, options });
  }
}
