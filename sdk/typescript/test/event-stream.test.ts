import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { AuthenticationError, GoneError, InternalServerError, ServiceClient, ServiceError } from '@service/sdk';
import { type Block, ServerSentEvents } from '../src/server-sent-events.js';

describe('server-sent events', () => {
  const hello: Block = { id: '1', data: 'Grüße 👋' };
  const table: [string, string, Block[]][] = [
    ['LF', 'id: 1\ndata: Grüße 👋\n\n', [hello]],
    ['CR', 'id: 1\rdata: Grüße 👋\r\r', [hello]],
    ['CRLF', 'id: 1\r\ndata: Grüße 👋\r\n\r\n', [hello]],
    ['a mixture', 'id: 1\r\ndata: Grüße 👋\r\n\n', [hello]],
    ['a byte order mark', '\ufeffid: 1\ndata: Grüße 👋\n\n', [hello]],
    ['no blanks', 'id:1\ndata:Grüße 👋\n\n', [hello]],
    ['an unfinished block', 'id: 1\ndata: Grüße 👋\n\nid: 2\ndata: lost\n', [hello]],
    ['several lines of data', 'data: a\ndata: b\ndata\n\n', [{ data: 'a\nb\n' }]],
    ['a second blank', 'data:  two blanks\n\n', [{ data: ' two blanks' }]],
    ['a heart-beat with a position', ':\nid: 7\n\n', [{ id: '7' }]],
    ['an empty id', 'id\n\n', [{ id: '' }]],
    ['an id with a zero', 'id: a\0b\n\n', [{}]],
    ['retry', 'retry: 1500\nretry: x\nretry: -1\n\n', [{ retry: 1500 }]],
    ['a name', 'event: stream.ended\ndata: {}\nother: 1\n\n', [{ event: 'stream.ended', data: '{}' }]],
    ['empty lines', '\n\r\r\n', [{}, {}, {}]],
  ];

  test.each(table)('%s', (_, text, want) => {
    const bytes = new TextEncoder().encode(text);
    const whole = new ServerSentEvents();
    expect(whole.push(bytes)).toEqual(want);
    for (const size of [1, 2, 3, 5]) {
      const pieces = new ServerSentEvents(); // splits characters and line ends too
      const got: Block[] = [];
      for (let i = 0; i < bytes.length; i += size) got.push(...pieces.push(bytes.subarray(i, i + size)));
      expect(got).toEqual(want);
    }
  });
});

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function start(...handlers: Handler[]) {
  const server = createServer((request, response) => {
    const handler = handlers.shift();
    if (handler) handler(request, response);
    else response.writeHead(404).end('{"detail":"it was opened once more"}');
  }).listen(0, '127.0.0.1');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return new ServiceClient({ apiKey: 'sk_test_key', baseUrl: `http://127.0.0.1:${port}` });
}

/** Answers who resumes behind an event; cuts the connection unless it ends politely. */
function say(after: string | undefined, text: string, then: 'cut' | 'end' | 'stay' = 'cut'): Handler {
  return (request, response) => {
    if (request.headers['last-event-id'] !== after) {
      response.writeHead(418).end(`{"detail":"it resumes behind ${request.headers['last-event-id']}"}`);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(text, () => {
      if (then === 'cut') setImmediate(() => request.socket.destroy());
      if (then === 'end') response.end();
    });
  };
}

const refuse =
  (status: number): Handler =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/problem+json' }).end(`{"status":${status},"code":"c"}`);

const event = (id: string) => `id: ${id}\ndata: {"event":"messages.received","timestamp":1,"data":{"n":"${id}"}}\n\n`;

test('every event comes once, wherever the stream breaks, until the key does not work any more', async () => {
  const client = await start(
    say(undefined, 'id: p\nretry: 1\n\n'),
    say('p', `${event('a')}${event('b')}id: c\ndata: {"eve`),
    say('b', `${event('c')}:\nid: d\n\n:\n\n`, 'end'),
    say('d', `${event('e')}event: stream.ended\nid: f\nretry: 2\ndata: {"reason":"shutdown"}\n\n`, 'end'),
    refuse(401),
  );
  const have: string[] = [];
  const all = (async () => {
    for await (const { id, event, data } of client.events.stream()) {
      have.push(id);
      expect(event).toBe('messages.received');
      expect(data).toEqual({ n: id });
    }
  })();
  await expect(all).rejects.toThrow(AuthenticationError);
  expect(have).toEqual(['a', 'b', 'c', 'e']);
});

test('an event that the log does not have any more ends it by an error of its own', async () => {
  const client = await start(say('x', ':\nretry: 1\n\n'), refuse(410));
  await expect(client.events.stream({ lastEventId: 'x' }).next()).rejects.toThrow(GoneError);
});

test('a stream that never opened is not tried for ever', async () => {
  const client = await start(refuse(500), refuse(500), say(undefined, event('a')));
  await expect(client.events.stream({}, { maxRetries: 0 }).next()).rejects.toThrow(InternalServerError);
});

test('what is no stream is said to be none', async () => {
  const client = await start((_, response) => response.end('<html>'));
  await expect(client.events.stream().next()).rejects.toThrow(ServiceError);
});

test('the filters are asked for; the signal ends the stream with its reason', async () => {
  const client = await start((request, response) => {
    expect(request.url).toBe('/v1/events/stream?events=messages.*%2Ctemplate.status_updated&phoneNumberId=num_1%2Cnum_2');
    say(undefined, event('a'), 'stay')(request, response);
  });
  const enough = new AbortController();
  const stream = client.events.stream({
    events: ['messages.*', 'template.status_updated'],
    phoneNumberId: ['num_1', 'num_2'],
    signal: enough.signal,
  });
  expect((await stream.next()).value).toMatchObject({ id: 'a' });
  const next = stream.next();
  enough.abort(new Error('enough'));
  await expect(next).rejects.toThrow('enough');
});

test('leaving the loop closes the connection', async () => {
  let closed: Promise<unknown> = Promise.resolve();
  const client = await start((request, response) => {
    closed = once(request.socket, 'close');
    say(undefined, event('a'), 'stay')(request, response);
  });
  for await (const { id } of client.events.stream()) {
    expect(id).toBe('a');
    break;
  }
  await closed;
});
