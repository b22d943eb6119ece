import type { List } from '../list.js';
import type { RequestOptions } from '../transport.js';
import type { SearchHit, SearchParams } from '../types.js';
import { Resource } from './resource.js';

/** Messages, notes and contacts by their words. */
export class Search extends Resource {
  /** Finds what has all words, newest first. A page may be short, or empty, although more follow. */
  query(params: SearchParams, options?: RequestOptions): List<SearchHit> {
    return this.listOf('/v1/search', params, options);
  }
}
