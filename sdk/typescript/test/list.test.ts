import { expect, test } from 'vitest';
import { json, serve } from './server.js';

const pages = [
  json(200, { data: [{ id: 'msg_1' }, { id: 'msg_2' }], nextCursor: 'c2' }),
  json(200, { data: [], nextCursor: 'c3' }),
  json(200, { data: [{ id: 'msg_3' }], nextCursor: null }),
];

test('a loop goes through all pages', async () => {
  const { client, seen } = serve(pages);
  const ids: string[] = [];
  for await (const { id } of client.messages.list({ status: 'failed', limit: 2 })) ids.push(id);
  expect(ids).toEqual(['msg_1', 'msg_2', 'msg_3']);
  expect(seen.map(({ url }) => url.search)).toEqual([
    '?status=failed&limit=2',
    '?status=failed&limit=2&cursor=c2',
    '?status=failed&limit=2&cursor=c3',
  ]);
});

test('a loop that ends early fetches no more than it read', async () => {
  const { client, seen } = serve(pages);
  for await (const _ of client.messages.list()) break;
  expect(seen).toHaveLength(1);
});

test('one page can be had with its cursor, and the list gone on with from there', async () => {
  const { client, seen } = serve(pages);
  const { data, nextCursor } = await client.messages.list({ limit: 2 }).page();
  expect(data).toHaveLength(2);
  expect(nextCursor).toBe('c2');
  await client.messages.list({ limit: 2, cursor: 'c2' }).page();
  expect(seen[1]?.url.search).toBe('?limit=2&cursor=c2');
});

test('pages can be gone through', async () => {
  const { client } = serve(pages);
  const sizes: number[] = [];
  for await (const page of client.messages.list().pages()) sizes.push(page.data.length);
  expect(sizes).toEqual([2, 0, 1]);
});

test('a list can be read twice', async () => {
  const { client } = serve([json(200, { data: [{ id: 'msg_1' }], nextCursor: null })]);
  const list = client.messages.list();
  for (let i = 0; i < 2; i++) for await (const { id } of list) expect(id).toBe('msg_1');
});

test('nothing is asked for before a list is read, and filters are encoded', async () => {
  const { client, seen } = serve(pages);
  const list = client.messages.list({ to: '+15551234567', direction: undefined });
  expect(seen).toHaveLength(0);
  await list.page();
  expect(seen[0]?.url.search).toBe('?to=%2B15551234567');
});
