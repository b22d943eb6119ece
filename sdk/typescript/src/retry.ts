import { APIConnectionError, APIError } from './errors.js';

const firstDelay = 500;
const longestDelay = 8_000;
const longestRetryAfter = 60_000;

/**
 * Returns how long to wait before the call is retried, in milliseconds;
 * undefined if it should not be: the error is final, or the wait that the
 * service asks for is too long.
 */
export function retryDelay(error: unknown, retriesDone: number, now: number = Date.now()): number | undefined {
  if (error instanceof APIConnectionError) return backoff(retriesDone);
  if (!(error instanceof APIError) || !transient(error)) return undefined;
  const asked = retryAfter(error.headers.get('retry-after'), now);
  if (asked === undefined) return backoff(retriesDone);
  return asked <= longestRetryAfter ? asked : undefined;
}

/** Whether a retry may succeed. */
function transient({ status, code }: APIError): boolean {
  if (status === 409) return code === 'idempotency_key_in_use';
  return status === 408 || status === 429 || status >= 500;
}

/** Doubles from 0.5 to 8 seconds, minus up to a quarter at random to spread the load. */
function backoff(retriesDone: number): number {
  return Math.min(firstDelay * 2 ** retriesDone, longestDelay) * (1 - Math.random() / 4);
}

/** Reads a Retry-After header (seconds or a date) as milliseconds. */
function retryAfter(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1_000;
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

/** Waits, unless the signal ends the wait first. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    }
  });
}
