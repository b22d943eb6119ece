import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { APIAbortError, APIConnectionError, APITimeoutError, ConflictError, RateLimitError, ServiceError } from '@service/sdk';
import { json, problem, serve } from './server.js';

const accepted = json(202, { messageId: 'msg_1', status: 'queued' });
const text = { to: '+15551234567', type: 'text', text: { body: 'Hello' } } as const;
const refused = Object.assign(new TypeError('fetch failed'), { cause: new Error('connect ECONNREFUSED') });

/** Never answers; fails when its signal ends it. */
const hang = (_: unknown, signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Waits for a promise while time flies, and says how much of it did. */
async function settle<T>(promise: Promise<T>): Promise<{ value?: T; error?: unknown; after: number }> {
  const start = Date.now();
  const result = promise.then(
    (value) => ({ value, after: Date.now() - start }),
    (error: unknown) => ({ error, after: Date.now() - start }),
  );
  await vi.runAllTimersAsync();
  return result;
}

describe('a transient failure', () => {
  test.each([
    ['a broken connection', refused],
    ['408', problem(408)],
    ['409 while the first call runs', problem(409, { code: 'idempotency_key_in_use' })],
    ['429', problem(429, { code: 'rate_limited' })],
    ['500', problem(500)],
    ['503', problem(503)],
  ])('%s is tried again under the same idempotency key', async (_, failure) => {
    const { client, seen } = serve([failure, failure, accepted]);
    const { value, after } = await settle(client.messages.send(text));
    expect(value).toMatchObject({ messageId: 'msg_1' });
    expect(after).toBe(500 + 1_000);
    expect(new Set(seen.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(seen).toHaveLength(3);
  });

  test('is reported when it lasts', async () => {
    const { client, seen } = serve([refused]);
    const { error } = await settle(client.messages.send(text));
    expect(error).toBeInstanceOf(APIConnectionError);
    expect(String(error)).toContain('POST http://127.0.0.1:8080/v1/messages: connect ECONNREFUSED');
    expect((error as Error).cause).toBe(refused);
    expect(seen).toHaveLength(3);
  });

  test('waits longer each time, up to eight seconds, less a quarter at most', async () => {
    const { client } = serve([refused], { maxRetries: 6 });
    expect((await settle(client.messages.get('msg_1'))).after).toBe(500 + 1_000 + 2_000 + 4_000 + 8_000 + 8_000);
    vi.mocked(Math.random).mockReturnValue(0.999_999_9);
    expect((await settle(client.messages.get('msg_1', { maxRetries: 1 }))).after).toBeCloseTo(375, -1);
  });

  test('waits as long as the service asks', async () => {
    vi.setSystemTime('2026-11-21T10:00:00Z');
    const inSeconds = serve([problem(429, {}, { 'retry-after': '3' }), accepted]);
    expect((await settle(inSeconds.client.messages.send(text))).after).toBe(3_000);
    const asDate = serve([problem(503, {}, { 'retry-after': new Date(Date.now() + 5_000).toUTCString() }), accepted]);
    expect((await settle(asDate.client.messages.send(text))).after).toBe(5_000);
  });

  test('is reported at once when the service asks for more than a minute', async () => {
    const { client, seen } = serve([problem(429, { code: 'rate_limited' }, { 'retry-after': '3600' })]);
    const { error, after } = await settle(client.messages.send(text));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(after).toBe(0);
    expect(seen).toHaveLength(1);
  });

  test('is not tried again when the client or the call says so', async () => {
    const never = serve([refused], { maxRetries: 0 });
    await settle(never.client.messages.send(text));
    expect(never.seen).toHaveLength(1);
    await settle(never.client.messages.send(text, { maxRetries: 1 }));
    expect(never.seen).toHaveLength(3);
  });
});

test.each([400, 401, 403, 404, 413, 422])('%i is final', async (status) => {
  const { client, seen } = serve([problem(status)]);
  expect((await settle(client.messages.send(text))).error).toMatchObject({ status });
  expect(seen).toHaveLength(1);
});

test('a conflict of state is final', async () => {
  const { client, seen } = serve([problem(409, { code: 'message_not_cancelable' })]);
  expect((await settle(client.messages.cancel('msg_1'))).error).toBeInstanceOf(ConflictError);
  expect(seen).toHaveLength(1);
});

describe('time', () => {
  test('ends an attempt, which is then tried again', async () => {
    const { client, seen } = serve([hang, accepted], { timeout: 2_000 });
    const { value, after } = await settle(client.messages.send(text));
    expect(value).toMatchObject({ messageId: 'msg_1' });
    expect(after).toBe(2_000 + 500);
    expect(seen).toHaveLength(2);
  });

  test('covers the body of the answer too', async () => {
    const slow = (_: unknown, signal: AbortSignal) =>
      new Response(
        new ReadableStream({ start: (c) => signal.addEventListener('abort', () => c.error(signal.reason)) }),
      );
    const { client } = serve([slow], { maxRetries: 0 });
    const { error, after } = await settle(client.messages.send(text, { timeout: 700 }));
    expect(error).toBeInstanceOf(APITimeoutError);
    expect(error).toBeInstanceOf(APIConnectionError);
    expect(error).toBeInstanceOf(ServiceError);
    expect(after).toBe(700);
  });

  test('leaves no timer behind', async () => {
    const { client } = serve([accepted]);
    await client.messages.send(text);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a signal', () => {
  test('ends the call with its own reason', async () => {
    const { client, seen } = serve([hang]);
    const stop = new AbortController();
    const call = settle(client.messages.send(text, { signal: stop.signal }));
    stop.abort(new Error('enough'));
    const { error } = await call;
    expect(error).toBeInstanceOf(APIAbortError);
    expect((error as Error).cause).toEqual(new Error('enough'));
    expect(seen).toHaveLength(1);
  });

  test('ends the wait between two attempts', async () => {
    const { client, seen } = serve([refused]);
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')), 100);
    const { error, after } = await settle(client.messages.send(text, { signal: stop.signal }));
    expect(error).toBeInstanceOf(APIAbortError);
    expect((error as Error).cause).toEqual(new Error('enough'));
    expect(after).toBe(100);
    expect(seen).toHaveLength(1);
  });

  test('that is already aborted lets nothing out', async () => {
    const { client, seen } = serve([accepted]);
    await expect(client.messages.send(text, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(APIAbortError);
    expect(seen).toHaveLength(0);
  });
});

describe('a DELETE', () => {
  test('that is tried again and meets 404 took effect the first time', async () => {
    const { client, seen } = serve([refused, problem(404, { code: 'not_found' })]);
    expect((await settle(client.webhookEndpoints.delete('whk_1'))).error).toBeUndefined();
    expect(seen).toHaveLength(2);
  });

  test('that meets 404 at once fails', async () => {
    const { client } = serve([problem(404, { code: 'not_found' })]);
    expect((await settle(client.webhookEndpoints.delete('whk_1'))).error).toMatchObject({ status: 404 });
  });
});

describe('a call', () => {
  test('gives the answer with its data', async () => {
    const { client } = serve([json(202, { messageId: 'msg_1', status: 'queued' }, { 'x-request-id': 'req_1' })]);
    const { data, response, requestId } = await client.messages.send(text).withResponse();
    expect([data.messageId, response.status, requestId]).toEqual(['msg_1', 202, 'req_1']);
  });

  test('has the headers of the client, and its own before them', async () => {
    const { client, seen } = serve([accepted], { defaultHeaders: { 'x-team': 'orders', 'x-part': 'a' } });
    await client.messages.send(text, { headers: { 'x-part': 'b' } });
    expect([seen[0]?.headers.get('x-team'), seen[0]?.headers.get('x-part')]).toEqual(['orders', 'b']);
  });

  test.each([
    ['off', []],
    ['info', ['info']],
    ['debug', ['info', 'debug']],
  ] as const)('tells a logger of level %s', async (logLevel, told) => {
    const seen: string[] = [];
    const lines: string[] = [];
    const log = (level: string) => (message: string, details?: unknown) => {
      seen.push(level);
      lines.push(message + JSON.stringify(details));
    };
    const logger = { error: log('error'), warn: log('warn'), info: log('info'), debug: log('debug') };
    const { client } = serve([refused, accepted], { logger, logLevel });
    await settle(client.messages.send(text));
    expect(seen).toEqual(told);
    expect(lines.join()).not.toContain('sk_test_key');
  });

  test('that is refused without a word names the wait', async () => {
    const { client } = serve([new Response('', { status: 429, headers: { 'retry-after': '90' } })]);
    const { error } = await settle(client.messages.send(text));
    expect(String(error)).toContain('429: no explanation was given (try again in 90 s)');
  });
});
