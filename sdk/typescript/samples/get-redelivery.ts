import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const job = await client.webhookEndpoints.redeliveries.get(
  'whk_01jd5k3v6rf0w8m2a4t9x7bq1e',
  'rdl_01jd5k3v6rf0w8m2a4t9x7bq1f',
);
console.log(job.state, job.delivered, job.queued);
