import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'key_01jd5k3v6rf0w8m2a4t9x7bq1e';
await client.apiKeys.update(id, {
  networks: ['203.0.113.0/24'],
});
