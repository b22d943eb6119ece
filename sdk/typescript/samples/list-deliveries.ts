import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'whk_01jd5k3v6rf0w8m2a4t9x7bq1e';
const failed = client.deliveries.list(id, {
  state: 'failed',
});
for await (const delivery of failed) {
  console.log(delivery.event, delivery.error);
}
