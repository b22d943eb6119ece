import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'seg_01jd5k3v6rf0w8m2a4t9x7bq1b';
const segment = await client.segments.get(id);
console.log(segment.name, segment.filter);
