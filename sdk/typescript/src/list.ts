/** One page of a list. */
export interface Page<T> {
  /** The items of this page. */
  data: T[];
  /** Where the next page begins; null on the last one. Give it as `cursor` to go on from here later. */
  nextCursor: string | null;
}

/** What every list takes. */
export interface ListParams {
  /** How many items a page has, 1 to 200 (50 by default). */
  limit?: number | undefined;
  /** Where to begin: the `nextCursor` of an earlier page. */
  cursor?: string | undefined;
}

/**
 * A list that is fetched as it is read. Loop over it for all of its items, or
 * take its first page only:
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

  /** @internal Made by the `list` methods. */
  constructor(fetch: (cursor: string | undefined) => Promise<Page<T>>, start?: string) {
    this.#fetch = fetch;
    this.#start = start;
  }

  /** Fetches the first page. */
  page(): Promise<Page<T>> {
    return this.#fetch(this.#start);
  }

  /** Goes through the pages, fetching each when it is asked for. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let cursor = this.#start;
    do {
      const page = await this.#fetch(cursor);
      yield page;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** Goes through the items of all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }
}
