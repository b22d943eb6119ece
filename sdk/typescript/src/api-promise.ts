/** What a call returned, with the answer that it came in. */
export interface WithResponse<T> {
  /** What the call returns. */
  data: T;
  /** The answer: its status and headers; its body was read already. */
  response: Response;
  /** The id of the request; name it when you ask for help. */
  requestId: string | undefined;
}

/** What a call will return. Await it, or ask for the answer with it. */
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

  /** Returns the data with the answer's status, headers and request id. */
  withResponse(): Promise<WithResponse<T>> {
    return this.#answer;
  }
}
