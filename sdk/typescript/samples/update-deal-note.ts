import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'dl_01jd5k3v6rf0w8m2a4t9x7bq1p';
const note = 'dln_01jd5k3v6rf0w8m2a4t9x7bq1x';
await client.deals.updateNote(id, note, {
  body: 'They want twelve benches instead.',
});
