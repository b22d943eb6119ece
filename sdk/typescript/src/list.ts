/** One page of a list. */
export interface Page<T> {
  /** The items of this page. */
  data: T[];
  /** The cursor of the next page; null on the last page. Pass it as `cursor` to continue later. */
  nextCursor: string | null;
}

/** The parameters of every list. */
export interface ListParams {
  /** Items per page, 1 to 200; 50 by default. */
  limit?: number | undefined;
  /** Where to begin: the `nextCursor` of an earlier page. */
  cursor?: string | undefined;
}

/**
 * A list that is fetched as needed. Loop over it for all items, or take only the
 * first page:
 *
 * ```ts
 * for await (const message of client.messages.list({ status: 'failed' })) console.log(message.id);
 *
 * const { data, nextCursor } = await client.messages.list({ limit: 20 }).page();
 * ```
 */
export class List<T> implements AsyncIterable<T> {
  readonly #fetch: (cursor: string | undefined) => Promise<Page<T>>;
  readonly #start: string | undefined;

  /** @internal Created by the `list` methods. */
  constructor(fetch: (cursor: string | undefined) => Promise<Page<T>>, start?: string) {
    this.#fetch = fetch;
    this.#start = start;
  }

  /** Fetches the first page. */
  page(): Promise<Page<T>> {
    return this.#fetch(this.#start);
  }

  /** Iterates over the pages and fetches each when needed. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let cursor = this.#start;
    do {
      const page = await this.#fetch(cursor);
      yield page;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** Iterates over the items of all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }
}
