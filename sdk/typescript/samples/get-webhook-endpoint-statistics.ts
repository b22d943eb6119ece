import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'whk_01jd5k3v6rf0w8m2a4t9x7bq1e';
const day = await client.webhookEndpoints.statistics(id);
console.log(day.total.successRate, day.total.latencyP99Ms);
console.log(day.backlog.waiting);
