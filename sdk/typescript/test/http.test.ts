import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { APITimeoutError, ServiceClient } from '@service/sdk';

// The same as the other tests, but over real connections.
const text = { to: '+15551234567', type: 'text', text: { body: 'Grüße 👋' } } as const;
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a server that handles its requests in turn, and a client of it. */
async function start(...handlers: ((request: IncomingMessage, response: ServerResponse) => void)[]) {
  const server = createServer((request, response) => handlers.shift()?.(request, response)).listen(0, '127.0.0.1');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return new ServiceClient({ apiKey: 'sk_test_key', baseUrl: `http://127.0.0.1:${port}` });
}

test('a message survives a cut connection and a busy service, under one key', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const keys: unknown[] = [];
  const client = await start(
    (request) => {
      keys.push(request.headers['idempotency-key']);
      request.socket.destroy();
    },
    (request, response) => {
      keys.push(request.headers['idempotency-key']);
      response.writeHead(429, { 'retry-after': '0' }).end('{"code":"rate_limited"}');
    },
    async (request, response) => {
      keys.push(request.headers['idempotency-key']);
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      expect(JSON.parse(body)).toEqual(text);
      response.writeHead(202).end('{"messageId":"msg_1","status":"queued"}');
    },
  );
  expect(await client.messages.send(text)).toEqual({ messageId: 'msg_1', status: 'queued' });
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

test('a service that stops in the middle of its answer runs into the time-out', async () => {
  const client = await start((_, response) => response.writeHead(200, { 'content-length': '100' }).write('{'));
  await expect(client.messages.get('msg_1', { timeout: 100, maxRetries: 0 })).rejects.toThrow(APITimeoutError);
});
