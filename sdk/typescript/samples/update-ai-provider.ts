import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const provider = await client.ai.providers.update(
  'aip_01jd5k3v6rf0w8m2a4t9x7bq1e',
  { model: 'gpt-4.1', timeoutSeconds: 10 },
);
console.log(provider.model);
