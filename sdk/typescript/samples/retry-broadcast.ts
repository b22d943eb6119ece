import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const broadcast = await client.broadcasts.retry(
  'bct_01jd5k3v6rf0w8m2a4t9x7bq1u',
);
console.log(broadcast.status);
