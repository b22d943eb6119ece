import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'whk_01jd5k3v6rf0w8m2a4t9x7bq1e';
const sent = await client.webhookEndpoints.test(id, {
  event: 'messages.upsert',
  wait: true,
});
console.log(sent.state, sent.attempt?.statusCode);
