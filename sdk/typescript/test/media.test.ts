import { describe, expect, test } from 'vitest';
import { APIError, ServiceClient } from '@service/sdk';
import { json, problem, serve } from './server.js';

/** A client whose service takes an upload and keeps what it got. */
function taking(answer: () => Response = () => json(201, { id: 'med_1' })) {
  const got: { file: File; bytes: Uint8Array; attempts: number }[] = [];
  const client = new ServiceClient({
    apiKey: 'sk_test_key',
    fetch: async (_, init) => {
      const type = new Headers(init.headers).get('content-type');
      const request = new Response(init.body, type ? { headers: { 'content-type': type } } : {});
      const file = (await request.formData()).get('file') as File;
      got.push({ file, bytes: new Uint8Array(await file.arrayBuffer()), attempts: got.length + 1 });
      return answer();
    },
  });
  return { client, got };
}

const bytes = new Uint8Array(100_000).map((_, i) => i % 251);

function stream(): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(out) {
      if (at >= bytes.length) return out.close();
      out.enqueue(bytes.slice(at, at + 7000));
      at += 7000;
    },
  });
}

describe('upload', () => {
  test.each([
    ['a Blob', () => new Blob([bytes], { type: 'image/png' })],
    ['a File', () => new File([bytes], 'own.png', { type: 'image/png' })],
    ['a Buffer', () => Buffer.from(bytes)],
    ['a stream', stream],
  ])('sends %s as it is', async (_, file) => {
    const { client, got } = taking();
    await expect(client.media.upload(file(), { filename: 'a "b".png', mimeType: 'image/png' })).resolves.toEqual({ id: 'med_1' });
    expect(got).toHaveLength(1);
    expect(Buffer.from(got[0]?.bytes ?? []).equals(bytes)).toBe(true);
    expect(got[0]?.file.type).toBe('image/png');
    expect(decodeURIComponent(got[0]?.file.name ?? '')).toBe('a "b".png');
  });

  test('takes the name of a File', async () => {
    const { client, got } = taking();
    await client.media.upload(new File([bytes], 'own.png'));
    expect(got[0]?.file.name).toBe('own.png');
  });

  test('sends a URL as JSON', async () => {
    const { client, seen } = serve([json(201, { id: 'med_1' })]);
    await client.media.upload({ url: 'https://a.example/a.pdf' }, { filename: 'b.pdf' });
    expect(seen[0]?.body).toEqual({ url: 'https://a.example/a.pdf', filename: 'b.pdf' });
  });

  test('repeats bytes after a transient failure, and a stream never', async () => {
    let answers = [problem(503, { code: 'unavailable' }), json(201, { id: 'med_1' })];
    const first = taking(() => answers.shift() as Response);
    await first.client.media.upload(bytes);
    expect(first.got).toHaveLength(2);
    answers = [problem(503, { code: 'unavailable' }), json(201, { id: 'med_1' })];
    const second = taking(() => answers.shift() as Response);
    await expect(second.client.media.upload(stream())).rejects.toBeInstanceOf(APIError);
    expect(second.got).toHaveLength(1);
  });
});

test('download gives the content as a stream', async () => {
  const { client, seen } = serve([new Response(bytes, { headers: { 'content-type': 'image/png' } })]);
  const file = await client.media.download('med_1', { headers: { range: 'bytes=0-9' } });
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  expect(seen[0]?.headers.get('range')).toBe('bytes=0-9');
});

test('download fails with the problem', async () => {
  const { client } = serve([problem(404, { code: 'not_found' })]);
  await expect(client.media.download('med_1')).rejects.toMatchObject({ status: 404, code: 'not_found' });
});

test('a link is where the service says', async () => {
  const { client } = serve([json(200, { url: 'https://files.example/media/med_1?token=x', expiresAt: '2026-01-01T00:00:00Z' })], {
    baseUrl: 'https://crm.example/',
  });
  await expect(client.media.link('med_1')).resolves.toMatchObject({ url: 'https://files.example/media/med_1?token=x' });
});
