import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'con_01jd5k3v6rf0w8m2a4t9x7bq1d';
const record = await client.consent.record(id, {
  purpose: 'marketing',
  state: 'opted_in',
  proof: 'Newsletter form, 203.0.113.7',
});
console.log(record.id, record.recordedAt);
