/** The result of a call with its response. */
export interface WithResponse<T> {
  /** What the call returns. */
  data: T;
  /** The response: status and headers. Its body has been read. */
  response: Response;
  /** The id of the request; mention it when you ask for help. */
  requestId: string | undefined;
}

/** The promise of a call. Await it for the result, or ask for the response too. */
export class APIPromise<T> extends Promise<T> {
  readonly #answer: Promise<WithResponse<T>>;

  // What then() and catch() make is an ordinary promise.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /** @internal */
  constructor(answer: Promise<WithResponse<T>>) {
    super((resolve, reject) => {
      answer.then(({ data }) => resolve(data), reject);
    });
    this.#answer = answer;
  }

  /** Returns the result with the response's status, headers and request id. */
  withResponse(): Promise<WithResponse<T>> {
    return this.#answer;
  }
}
