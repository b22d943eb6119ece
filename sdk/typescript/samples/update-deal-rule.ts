import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'drl_01jd5k3v6rf0w8m2a4t9x7bq1q';
const { version: ifVersion } = await client.dealRules.get(id);
const off = { enabled: false };
await client.dealRules.update(id, off, { ifVersion });
