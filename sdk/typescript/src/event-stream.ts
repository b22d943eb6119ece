import { ServiceError } from './errors.js';
import { retryDelay, sleep } from './retry.js';
import { ServerSentEvents } from './server-sent-events.js';
import type { RequestOptions, Transport } from './transport.js';
import type { StreamEventsParams, StreamedEvent } from './types.js';

/** After this silence a stream counts as dead: four heartbeats. */
const silence = 60_000;
const longestPause = 60_000;

/** One stream across all its connections. */
export class EventStream {
  readonly #transport: Transport;
  readonly #params: StreamEventsParams;
  readonly #options: RequestOptions;
  readonly #signal: AbortSignal | undefined;
  #last: string | undefined;
  #pause = 1_000; // until the service says otherwise
  #opened = false;

  constructor(transport: Transport, params: StreamEventsParams, options: RequestOptions) {
    this.#transport = transport;
    this.#params = params;
    this.#options = options;
    this.#last = params.lastEventId;
    this.#signal = params.signal ?? options.signal;
  }

  /** Iterates over the events. After a failure it reconnects after the last event. */
  async *events(): AsyncGenerator<StreamedEvent, void, undefined> {
    for (let failures = 0; ; ) {
      const connection = new AbortController();
      let pause: number | undefined = this.#pause;
      try {
        const body = await this.#open(connection);
        failures = 0;
        yield* this.#read(body, connection);
        pause = this.#pause;
      } catch (error) {
        pause = this.#retry(error, failures++);
        if (pause === undefined) throw error;
      } finally {
        connection.abort(); // also when the caller stops early
      }
      this.#params.onLost?.();
      await sleep(pause, this.#signal);
    }
  }

  /** How long to wait before reconnecting; undefined gives up. */
  #retry(error: unknown, failures: number): number | undefined {
    if (this.#signal?.aborted) return undefined;
    const patience = this.#opened ? Number.POSITIVE_INFINITY : this.#transport.retries(this.#options);
    return failures < patience ? retryDelay(error, failures) : undefined;
  }

  async #open(connection: AbortController): Promise<ReadableStream<Uint8Array>> {
    const { events, phoneNumberId, since } = this.#params;
    const signals = [connection.signal, ...(this.#signal ? [this.#signal] : [])];
    const response = await this.#transport.open({
      method: 'GET',
      path: '/v1/events/stream',
      query: {
        events: events?.join(),
        phoneNumberId: phoneNumberId === undefined ? undefined : String(phoneNumberId),
        since: this.#last === undefined ? since : undefined,
      },
      options: {
        ...this.#options,
        maxRetries: 0,
        signal: AbortSignal.any(signals),
        headers: {
          accept: 'text/event-stream',
          ...this.#options.headers,
          ...(this.#last === undefined ? {} : { 'last-event-id': this.#last }),
        },
      },
    });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) {
      throw new ServiceError('The answer is no stream of events; does baseUrl name the service?');
    }
    this.#opened = true;
    this.#params.onOpen?.();
    return response.body;
  }

  async *#read(
    body: ReadableStream<Uint8Array>,
    connection: AbortController,
  ): AsyncGenerator<StreamedEvent, void, undefined> {
    const reader = body.getReader();
    const parser = new ServerSentEvents();
    for (;;) {
      const watch = setTimeout(() => connection.abort(), silence);
      let piece: Uint8Array | undefined;
      try {
        piece = (await reader.read()).value;
      } catch {
        // The connection failed: the incomplete event is sent again.
      } finally {
        clearTimeout(watch);
      }
      this.#signal?.throwIfAborted();
      if (!piece) return;
      for (const { id, event, data, retry } of parser.push(piece)) {
        if (id !== undefined) this.#last = id;
        if (retry !== undefined) this.#pause = Math.min(retry, longestPause);
        // The rest are heartbeats, what is in no log, and the service's closing event.
        if (data === undefined) continue;
        if (event === undefined || event === 'message') yield eventOf(id, data);
        else if (event !== 'stream.ended') this.#params.onPassing?.({ ...eventOf(undefined, data), event });
      }
    }
  }
}

function eventOf(id: string | undefined, data: string): StreamedEvent {
  try {
    return { id: id ?? '', ...JSON.parse(data) };
  } catch (cause) {
    throw new ServiceError(`The event ${id} is not JSON`, { cause });
  }
}
