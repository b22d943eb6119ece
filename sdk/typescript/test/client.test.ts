import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { ServiceClient, ServiceError, VERSION } from '@service/sdk';
import { json, serve } from './server.js';

const accepted = json(202, { messageId: 'msg_1', status: 'queued' });
const order = {
  to: '+15551234567',
  type: 'template',
  templateName: 'order_shipped',
  parameters: { name: 'Ada', order_number: '48213', eta: 'Friday' },
} as const;

describe('a call', () => {
  test('sends the request as it is written and returns the answer', async () => {
    const { client, seen } = serve([accepted], { baseUrl: 'https://crm.example/' });
    expect(await client.messages.send(order)).toEqual({ messageId: 'msg_1', status: 'queued' });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method: 'POST', body: order });
    expect(seen[0]?.url.href).toBe('https://crm.example/v1/messages');
    expect(Object.fromEntries(seen[0]?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: 'Bearer sk_test_key',
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/),
      'user-agent': `service-sdk-typescript/${VERSION}`,
    });
  });

  test('has its own idempotency key, or the one it is given', async () => {
    const { client, seen } = serve([accepted]);
    await client.messages.send(order);
    await client.messages.send(order);
    await client.messages.send(order, { idempotencyKey: 'order-48213' });
    const keys = seen.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('order-48213');
  });

  test('sends times in the form of the API', async () => {
    const { client, seen } = serve([accepted]);
    await client.messages.send({ ...order, scheduledAt: new Date('2026-12-24T08:00:00+01:00') });
    expect(seen[0]?.body).toMatchObject({ scheduledAt: '2026-12-24T07:00:00.000Z' });
  });

  test('takes an answer without a body', async () => {
    const { client, seen } = serve([new Response(null, { status: 204 })]);
    expect(await client.webhookEndpoints.delete('whk_1')).toBeUndefined();
    expect(seen[0]?.headers.has('idempotency-key')).toBe(false);
  });

  test('keeps an id inside its part of the path', async () => {
    const { client, seen } = serve([json(200, {})]);
    await client.messages.get('../api-keys?x=#y');
    expect(seen[0]?.url.pathname).toBe('/v1/messages/..%2Fapi-keys%3Fx%3D%23y');
    for (const id of ['', '.', '..']) expect(() => client.messages.get(id)).toThrow(ServiceError);
  });

  test('does not follow redirects', async () => {
    const { client, seen } = serve([
      new Response(null, { status: 308, headers: { location: 'https://elsewhere.example/' } }),
    ]);
    await expect(client.messages.get('msg_1')).rejects.toThrow(/redirects/);
    expect(seen).toHaveLength(1);
  });

  test('says so when the answer is not JSON', async () => {
    const { client } = serve([new Response('<html>', { status: 200 })]);
    await expect(client.messages.get('msg_1')).rejects.toThrow(/not JSON; does baseUrl/);
  });

  test('uses the global fetch by default', async () => {
    const fetch = vi.fn(async () => accepted.clone());
    vi.stubGlobal('fetch', fetch);
    await new ServiceClient({ apiKey: 'sk_test_key' }).messages.send(order);
    expect(fetch).toHaveBeenCalledWith(
      'http://127.0.0.1:8080/v1/messages',
      expect.objectContaining({ method: 'POST' }),
    );
  });
});

describe('a client', () => {
  test('is set up by the environment', async () => {
    vi.stubEnv('SERVICE_API_KEY', ' sk_test_env\n');
    vi.stubEnv('SERVICE_BASE_URL', 'https://crm.example/base');
    const { client, seen } = serve([accepted], { apiKey: undefined });
    await client.messages.send(order);
    expect(seen[0]?.url.href).toBe('https://crm.example/base/v1/messages');
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer sk_test_env');
  });

  test('needs an API key', () => {
    vi.stubEnv('SERVICE_API_KEY', '');
    expect(() => new ServiceClient()).toThrow(/No API key/);
    expect(() => new ServiceClient({ apiKey: 'sk test' })).toThrow(/characters/);
  });

  test('needs an http address', () => {
    for (const baseUrl of ['crm.example', 'ftp://crm.example']) {
      expect(() => new ServiceClient({ apiKey: 'k', baseUrl })).toThrow(/baseUrl/);
    }
  });

  test('refuses to run in a browser unless told to', () => {
    vi.stubGlobal('window', { document: {} });
    expect(() => new ServiceClient({ apiKey: 'k' })).toThrow(/browser/);
    expect(new ServiceClient({ apiKey: 'k', dangerouslyAllowBrowser: true })).toBeInstanceOf(ServiceClient);
  });

  test('knows its version', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(VERSION).toBe(version);
  });
});
