import { List, type ListParams, type Page } from '../list.js';
import type { RequestOptions, Transport } from '../transport.js';

/** The base of every group of operations. */
export abstract class Resource {
  /** @internal */
  protected readonly transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** @internal Creates the list of a GET operation. */
  protected listOf<T>(path: string, params: ListParams = {}, options?: RequestOptions): List<T> {
    const { cursor: start, ...query } = params;
    const fetch = (cursor: string | undefined) =>
      this.transport.request<Page<T>>({ method: 'GET', path, query: { ...query, cursor }, options });
    return new List<T>(fetch, start);
  }
}
