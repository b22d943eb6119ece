import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { ok, calls } = await client.ai.providers.test(
  'aip_01jd5k3v6rf0w8m2a4t9x7bq1e',
);
console.log(ok, calls[0]?.latencyMs, calls[0]?.tokens.total);
