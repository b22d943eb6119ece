import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'whk_01jd5k3v6rf0w8m2a4t9x7bq1e';
const endpoint = await client.webhookEndpoints.get(id);
console.log(endpoint.url, endpoint.events);
