import { createHmac, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ServiceClient, ServiceError, Webhooks, WebhookVerificationError } from '@service/sdk';

// The test vector of the Standard Webhooks libraries.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"test": 2432232314}';
const vector = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const webhooks = new Webhooks(secret);

/** Signs as the service does. */
function sign(payload: string | Uint8Array, { key = secret, at = Math.floor(Date.now() / 1_000), id = 'evt_1' } = {}) {
  const mac = createHmac('sha256', Buffer.from(key.replace('whsec_', ''), 'base64'));
  mac.update(`${id}.${at}.`).update(payload);
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${mac.digest('base64')}` };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_614_265_330_000, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a batch', () => {
  const batch = '[{"id":"evt_1","sequence":7,"event":"a","data":{}},{"id":"evt_2","event":"b","data":{}}]';

  test('gives its events, with their ids', async () => {
    const events = await webhooks.unwrapAll(batch, sign(batch, { id: 'bat_1' }));
    expect(events.map((e) => [e.id, e.sequence, e.event])).toEqual([
      ['evt_1', 7, 'a'],
      ['evt_2', undefined, 'b'],
    ]);
  });

  test('may be a single event', async () => {
    const one = '{"event":"a","data":{}}';
    const headers = { ...sign(one), 'Webhook-Sequence': '9' };
    expect(await webhooks.unwrapAll(one, headers)).toEqual([{ id: 'evt_1', sequence: 9, event: 'a', data: {} }]);
    expect(await webhooks.unwrapAll(one, new Headers(sign(one)))).toEqual([{ id: 'evt_1', event: 'a', data: {} }]);
  });

  test('is refused where one event is expected', async () => {
    await expect(webhooks.unwrap(batch, sign(batch))).rejects.toThrow(/unwrapAll/);
  });

  test('is refused when it was changed', async () => {
    await expect(webhooks.unwrapAll(`${batch} `, sign(batch))).rejects.toThrow(WebhookVerificationError);
  });
});

describe('a genuine webhook', () => {
  test('gives its event', async () => {
    expect(await webhooks.unwrap(body, vector)).toEqual({ test: 2432232314 });
  });

  test('is taken as text or bytes, with headers of any kind', async () => {
    const bytes = new TextEncoder().encode(`..${body}`).subarray(2);
    const upper = Object.fromEntries(Object.entries(vector).map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const payload of [body, bytes, Buffer.from(body), new TextEncoder().encode(body).buffer]) {
      for (const headers of [vector, upper, new Headers(vector)]) {
        expect(await webhooks.unwrap(payload, headers)).toEqual({ test: 2432232314 });
      }
    }
  });

  test('is checked over its very bytes', async () => {
    const payload = '{"event":"messages.upsert","data":{"content":"\u00e9\\u00e9 😀 نعم"}}';
    expect(await webhooks.unwrap(payload, sign(payload))).toMatchObject({ data: { content: 'éé 😀 نعم' } });
    await expect(webhooks.unwrap(JSON.stringify(JSON.parse(payload)), sign(payload))).rejects.toThrow(
      WebhookVerificationError,
    );
  });

  test('may carry several signatures while a secret is being rotated', async () => {
    const old = sign(body, { key: 'whsec_b2xkIHNlY3JldCBvZiAyNCBieXRlcyE=' })['webhook-signature'];
    for (const signatures of [
      [old, vector['webhook-signature']],
      [vector['webhook-signature'], old],
    ]) {
      const headers = { ...vector, 'webhook-signature': ['v1a,AAAA', 'v1,%%%', ...signatures].join(' ') };
      expect(await webhooks.unwrap(body, headers)).toEqual({ test: 2432232314 });
    }
  });

  test('may be up to five minutes old or ahead', async () => {
    for (const age of [-300, 300]) {
      vi.setSystemTime((1_614_265_330 + age) * 1_000);
      expect(await webhooks.unwrap(body, vector)).toEqual({ test: 2432232314 });
    }
  });

  test('is checked with the secret of the call, the client or the environment, with or without whsec_', async () => {
    const plain = secret.replace('whsec_', '');
    expect(await new Webhooks().unwrap(body, vector, plain)).toBeTruthy();
    expect(await new ServiceClient({ apiKey: 'k', webhookSecret: secret }).webhooks.unwrap(body, vector)).toBeTruthy();
    vi.stubEnv('SERVICE_WEBHOOK_SECRET', secret);
    expect(await new ServiceClient({ apiKey: 'k' }).webhooks.unwrap(body, vector)).toBeTruthy();
  });
});

describe('a webhook is refused', () => {
  test.each([
    ['with another body', `${body} `, {}],
    ['with another id', body, { 'webhook-id': 'msg_other' }],
    ['with another timestamp', body, { 'webhook-timestamp': '1614265331' }],
    ['with another signature', body, { 'webhook-signature': 'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' }],
    ['with a short signature', body, { 'webhook-signature': 'v1,' }],
    [
      'with a signature of another scheme',
      body,
      { 'webhook-signature': vector['webhook-signature'].replace('v1', 'v2') },
    ],
    ['without an id', body, { 'webhook-id': undefined }],
    ['without a timestamp', body, { 'webhook-timestamp': '' }],
    ['without a signature', body, { 'webhook-signature': [] }],
    ['with a timestamp that is no number', body, { 'webhook-timestamp': 'NaN' }],
  ])('%s', async (_, payload, change) => {
    await expect(webhooks.unwrap(payload, { ...vector, ...change })).rejects.toThrow(WebhookVerificationError);
  });

  test.each([-301, 301])('%i seconds off', async (age) => {
    vi.setSystemTime((1_614_265_330 + age) * 1_000);
    await expect(webhooks.unwrap(body, vector)).rejects.toThrow(WebhookVerificationError);
  });

  test('with another secret', async () => {
    await expect(webhooks.unwrap(body, vector, 'whsec_b3RoZXI=')).rejects.toThrow(WebhookVerificationError);
  });

  test('when it is signed but not JSON', async () => {
    await expect(webhooks.unwrap('not JSON', sign('not JSON'))).rejects.toThrow(/not JSON/);
  });

  test('when it was parsed already', async () => {
    await expect(webhooks.unwrap(JSON.parse(body), vector)).rejects.toThrow(/not parsed JSON/);
  });
});

describe('a public key', () => {
  const pair = () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    return { publicKey: `whpk_${raw.toString('base64')}`, privateKey };
  };
  const own = pair();
  const signature = (payload: string, key = own) => {
    const signed = Buffer.from(`${vector['webhook-id']}.${vector['webhook-timestamp']}.${payload}`);
    return `v1a,${signBytes(null, signed, key.privateKey).toString('base64')}`;
  };

  test('holds the vector that another implementation publishes', async () => {
    const published =
      'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==';
    const key = 'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=';
    expect(await webhooks.unwrap(body, { ...vector, 'webhook-signature': published }, key)).toBeTruthy();
  });

  test('holds v1a signatures, alone and beside others', async () => {
    const mine = { ...vector, 'webhook-signature': signature(body) };
    expect(await webhooks.unwrap(body, mine, own.publicKey)).toEqual({ test: 2432232314 });
    expect(await webhooks.unwrap(body, mine, [secret, pair().publicKey, own.publicKey])).toBeTruthy();
    const both = { ...vector, 'webhook-signature': `${vector['webhook-signature']} ${signature(body)}` };
    for (const one of [secret, own.publicKey]) expect(await webhooks.unwrap(body, both, one)).toBeTruthy();
    const empty = { ...vector, 'webhook-signature': signature('') };
    await expect(webhooks.verify('', empty, own.publicKey)).resolves.toBeUndefined();
  });

  test.each([
    ['another key', () => signature(body, pair())],
    ['another body', () => signature(`${body} `)],
    ['another scheme', () => signature(body).replace('v1a', 'v1')],
    ['v1 only', () => vector['webhook-signature']],
    ['too many before it', () => `${'v1a,AAAA '.repeat(100)}${signature(body)}`],
  ])('refuses %s', async (_, made) => {
    const headers = { ...vector, 'webhook-signature': made() };
    await expect(webhooks.unwrap(body, headers, own.publicKey)).rejects.toThrow(WebhookVerificationError);
  });

  test('must be one', async () => {
    await expect(webhooks.unwrap(body, vector, 'whpk_AAAA')).rejects.toThrow(/public key/);
  });
});

test('the tolerance can be another one', async () => {
  vi.setSystemTime((1_614_265_330 + 3_600) * 1_000);
  expect(await webhooks.unwrap(body, vector, undefined, { tolerance: 3_600 })).toBeTruthy();
  await expect(webhooks.unwrap(body, vector, undefined, { tolerance: 3_599 })).rejects.toThrow(/seconds old/);
});

test('no header makes it do anything but refuse', async () => {
  const letters = ['v1,', 'v1a,', ' ', ',', '=', 'A', '/', '+', '\u00ff', 'AAAAAAAAAAAA', vector['webhook-signature']];
  let seed = 1;
  const pick = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
  for (let round = 0; round < 300; round++) {
    const made = Array.from({ length: pick(12) }, () => letters[pick(letters.length - 1)]).join('');
    const headers = { ...vector, 'webhook-signature': made || '-' };
    await expect(webhooks.unwrap(body, headers)).rejects.toThrow(WebhookVerificationError);
  }
});

test('a secret is needed, and a readable one', async () => {
  vi.stubEnv('SERVICE_WEBHOOK_SECRET', '');
  await expect(new Webhooks().unwrap(body, vector)).rejects.toThrow(ServiceError);
  await expect(webhooks.unwrap(body, vector, 'whsec_###')).rejects.toThrow(/base64/);
});
