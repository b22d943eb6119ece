import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'cnv_01jd5k3v6rf0w8m2a4t9x7bq1c';
const promise = await client.promises.create(id, {
  text: 'Send the invoice.',
  dueAt: '2026-12-01T09:00:00Z',
});
console.log(promise.id);
