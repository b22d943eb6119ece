// Goes through the operations with the installed package against a running
// demo, and receives the demo's webhooks. Run by tarball.test.mjs.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AuthenticationError, NotFoundError, ServiceClient, UnprocessableEntityError } from '@service/sdk';

const client = new ServiceClient();
const all = async (list) => {
  const items = [];
  for await (const item of list) items.push(item);
  return items;
};

// A receiver, which keeps what arrives until its secret is known.
const arrived = [];
const receiver = createServer(async (request, response) => {
  arrived.push({ headers: request.headers, body: await buffer(request) });
  response.writeHead(204).end();
  receiver.emit('arrived');
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');

/** Waits for an event that fits, checked with the secret. */
async function event(secret, fits) {
  for (const timeout = AbortSignal.timeout(20_000); ; await once(receiver, 'arrived', { signal: timeout })) {
    for (const { headers, body } of arrived) {
      const event = await client.webhooks.unwrap(body, headers, secret);
      if (fits(event)) return { id: headers['webhook-id'], ...event };
    }
  }
}

// Register, and get a sample.
const endpoint = await client.webhookEndpoints.create({
  url: `http://127.0.0.1:${receiver.address().port}/hook`,
  events: ['messages.status_updated', 'messages.upsert'],
});
const { deliveryId } = await client.webhookEndpoints.test(endpoint.id, { event: 'messages.upsert' });
assert.match(deliveryId, /^dlv_/);
const sample = await event(endpoint.secret, ({ event }) => event === 'messages.upsert');
assert.equal(typeof sample.data.ai_reply, 'string');

// Send, and follow the message by its events.
const order = {
  to: '+14155550123',
  type: 'template',
  templateName: 'order_shipped',
  parameters: { name: 'Ada', order_number: '48213', eta: 'Friday' },
  metadata: { order: '48213' },
};
const idempotencyKey = `journey-${Date.now()}`;
const { messageId } = await client.messages.send(order, { idempotencyKey });
assert.equal((await client.messages.send(order, { idempotencyKey })).messageId, messageId, 'sent twice under one key');
const delivered = await event(
  endpoint.secret,
  ({ event, data }) =>
    event === 'messages.status_updated' && data.message_id === messageId && data.status === 'delivered',
);
assert.deepEqual(delivered.data.metadata, { order: '48213' });

const message = await client.messages.get(messageId);
assert.ok(message.timeline.some(({ status }) => status === 'delivered'));
assert.ok(
  (await all(client.messages.list({ to: order.to, direction: 'outbound', limit: 1 }))).some(
    ({ id }) => id === messageId,
  ),
);
assert.ok((await all(client.events.list({ event: 'messages.status_updated' }))).some(({ id }) => id === delivered.id));

// A later message can be canceled; a batch tells each result apart.
const later = await client.messages.send({ ...order, scheduledAt: new Date(Date.now() + 3_600_000) });
assert.equal(later.status, 'scheduled');
assert.equal((await client.messages.cancel(later.messageId)).status, 'canceled');
const { results } = await client.messages.sendBatch({
  messages: [order, { ...order, templateName: 'no_such_template' }],
});
assert.match(results[0].messageId, /^msg_/);
assert.equal(results[1].error.code, 'template_not_found');

// Errors are what they are said to be.
await assert.rejects(client.messages.send({ ...order, to: '123' }), (error) => {
  assert.ok(error instanceof UnprocessableEntityError);
  assert.equal(error.errors[0].pointer, '/to');
  assert.match(error.requestId, /^req_/);
  return true;
});
await assert.rejects(client.messages.get('msg_00000000000000000000000000'), NotFoundError);
await assert.rejects(new ServiceClient({ apiKey: 'sk_test_no' }).messages.list().page(), AuthenticationError);

// The rest of the nouns.
const rotated = await client.webhookEndpoints.rotateSecret(endpoint.id, { overlapSeconds: 60 });
assert.notEqual(rotated.secret, endpoint.secret);
assert.equal((await client.webhookEndpoints.update(endpoint.id, { enabled: false })).enabled, false);
assert.equal((await client.webhookEndpoints.get(endpoint.id)).enabled, false);
assert.ok((await all(client.webhookEndpoints.list())).some(({ id }) => id === endpoint.id));
await client.webhookEndpoints.delete(endpoint.id);
assert.ok((await all(client.templates.list())).some(({ name }) => name === order.templateName));
assert.ok((await client.templates.sync()).templates > 0);
assert.ok((await all(client.phoneNumbers.list())).length > 0);
const made = await client.apiKeys.create({ name: 'Journey', scopes: ['messages:read'] });
const successor = await client.apiKeys.rotate(made.id, { overlapSeconds: 0 });
await new ServiceClient({ apiKey: successor.key }).messages.list({ limit: 1 }).page();
await client.apiKeys.delete(successor.id);
assert.ok((await all(client.apiKeys.list())).some(({ id, revokedAt }) => id === successor.id && revokedAt));

receiver.close();
receiver.closeAllConnections();
console.log(messageId);
