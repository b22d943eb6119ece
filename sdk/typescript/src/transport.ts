import { inBrowser } from './env.js';
import { APIPromise } from './api-promise.js';
import {
  APIAbortError,
  APIConnectionError,
  APITimeoutError,
  errorFrom,
  NotFoundError,
  ServiceError,
} from './errors.js';
import { type Logger, type LogLevel, tell } from './logger.js';
import { retryDelay, sleep } from './retry.js';
import { VERSION } from './version.js';

/** The part of `fetch` that this library needs; the global `fetch` and its replacements have it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Settings of one call; they override those of the client. */
export interface RequestOptions {
  /** Aborts the call. It then fails with an `APIAbortError`; its cause is the signal's reason. */
  signal?: AbortSignal | undefined;
  /** How long one attempt may take, in milliseconds. */
  timeout?: number | undefined;
  /** How often the call is retried after a transient failure. */
  maxRetries?: number | undefined;
  /**
   * Makes a POST or PUT take effect only once within 24 hours, however often it
   * arrives. Random for each call by default. Pass your own, for example an order
   * number, to be safe when your program restarts.
   */
  idempotencyKey?: string | undefined;
  /** Further request headers. */
  headers?: Record<string, string> | undefined;
}

/** A value of a query parameter. Lists are joined with commas; undefined values are omitted. */
export type QueryValue = string | number | boolean | Date | readonly string[] | undefined;

/** One REST operation to perform. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: object;
  body?: unknown;
  /** A body that is not JSON, sent unchanged. */
  raw?: BodyInit;
  /** The content type of `raw`, if fetch does not know it. */
  contentType?: string;
  options?: RequestOptions | undefined;
}

interface Answer {
  response: Response;
  /** Empty if the caller reads it. */
  body: string;
}

/** The settings of a transport. */
export interface TransportOptions {
  /** Undefined for calls by the cookie of a session. */
  apiKey: string | undefined;
  baseUrl: string;
  timeout: number;
  maxRetries: number;
  fetch: Fetch;
  defaultHeaders?: Record<string, string> | undefined;
  logger?: Logger | undefined;
  logLevel: LogLevel;
}

/** Performs calls: headers, timeouts, retries, and responses or errors. */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** Performs a call and returns the body of its response. */
  request<T>(call: Call): APIPromise<T> {
    const answer = this.#repeat(call, true).then(({ response, body }) => ({
      data: read<T>(body, response.url || call.path),
      response,
      requestId: response.headers.get('x-request-id') ?? undefined,
    }));
    return new APIPromise(answer);
  }

  /** Performs a call and returns its response with an unread body. */
  async open(call: Call): Promise<Response> {
    return (await this.#repeat(call, false)).response;
  }

  /** How often a call is retried. */
  retries(options: RequestOptions): number {
    return options.maxRetries ?? this.#options.maxRetries;
  }

  async #repeat(call: Call, whole: boolean): Promise<Answer> {
    const { signal, maxRetries = this.#options.maxRetries } = call.options ?? {};
    const repeatable = !(call.raw instanceof ReadableStream); // a stream can be read only once
    const url = this.#url(call);
    const init = this.#init(call); // once: all attempts share the idempotency key
    for (let retriesDone = 0; ; retriesDone++) {
      try {
        return await this.#attempt(url, init, whole, call.options);
      } catch (error) {
        if (signal?.aborted) throw new APIAbortError(`${call.method} ${url}: ended by its signal`, { cause: signal.reason });
        // An earlier attempt deleted it, but its answer was lost.
        if (call.method === 'DELETE' && retriesDone > 0 && error instanceof NotFoundError) {
          return { response: new Response(null, { status: 204, headers: error.headers }), body: '' };
        }
        const delay = repeatable && retriesDone < maxRetries ? retryDelay(error, retriesDone) : undefined;
        if (delay === undefined) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        tell(this.#options, 'info', `${call.method} ${url}: trying again in ${Math.round(delay)} ms`, { reason });
        await sleep(delay, signal).catch((cause: unknown) => {
          throw new APIAbortError(`${call.method} ${url}: ended by its signal`, { cause });
        });
      }
    }
  }

  async #attempt(url: string, init: RequestInit, whole: boolean, options: RequestOptions = {}): Promise<Answer> {
    const { signal, timeout = this.#options.timeout } = options;
    signal?.throwIfAborted();
    const began = Date.now();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeout);
    let response: Response;
    let body = '';
    try {
      response = await this.#options.fetch(url, {
        ...init,
        signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
      });
      if (whole || !response.ok) body = await response.text();
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      const what = `${init.method} ${url}`;
      if (deadline.signal.aborted) throw new APITimeoutError(`${what}: no answer within ${timeout} ms`, { cause });
      throw new APIConnectionError(`${what}: ${reason(cause)}`, { cause });
    } finally {
      clearTimeout(timer);
    }
    tell(this.#options, 'debug', `${init.method} ${url}: ${response.status}`, {
      requestId: response.headers.get('x-request-id'),
      milliseconds: Date.now() - began,
    });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      throw new ServiceError(`${url} redirects; set baseUrl to the address that it leads to`);
    }
    if (!response.ok) throw errorFrom(response.status, body, response.headers);
    return { response, body };
  }

  #url({ path, query = {} }: Call): string {
    const url = new URL(this.#options.baseUrl + path);
    for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
      if (value === undefined) continue;
      url.searchParams.set(name, value instanceof Date ? value.toISOString() : String(value));
    }
    return url.href;
  }

  #init({ method, body, raw, contentType, options = {} }: Call): RequestInit {
    const headers = new Headers({ accept: 'application/json' });
    if (this.#options.apiKey !== undefined) headers.set('authorization', `Bearer ${this.#options.apiKey}`);
    if (!inBrowser()) headers.set('user-agent', `service-sdk-typescript/${VERSION}`);
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (contentType) headers.set('content-type', contentType);
    if (method === 'POST' || method === 'PUT') headers.set('idempotency-key', options.idempotencyKey ?? randomKey());
    for (const [name, value] of Object.entries({ ...this.#options.defaultHeaders, ...options.headers })) headers.set(name, value);
    // A redirect would send the key elsewhere or turn a POST into a GET, so it is an error.
    const init: RequestInit & { duplex?: 'half' } = { method, headers, redirect: 'manual' };
    if (body !== undefined) init.body = JSON.stringify(body);
    if (raw !== undefined) init.body = raw;
    if (raw instanceof ReadableStream) init.duplex = 'half'; // Node requires it
    return init;
  }
}

/** Puts an id into a path. An empty id would name another operation. */
export function segment(id: string): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id)) throw new ServiceError(`Not an id: ${JSON.stringify(id)}`);
  return encodeURIComponent(id);
}

function read<T>(body: string, url: string): T {
  if (body === '') return undefined as T;
  try {
    return JSON.parse(body) as T;
  } catch (cause) {
    throw new ServiceError(`${url}: the answer is not JSON; does baseUrl name the service?`, { cause });
  }
}

/** The innermost message of a failure: fetch itself only says "fetch failed". */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
