import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'whk_01jd5k3v6rf0w8m2a4t9x7bq1e';
const { redeliveries } = client.webhookEndpoints;
for await (const job of redeliveries.list(id)) {
  console.log(job.what, job.state, job.queued);
}
