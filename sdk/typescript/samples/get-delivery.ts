import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const delivery = await client.deliveries.get(
  'whk_01jd5k3v6rf0w8m2a4t9x7bq1e',
  'dlv_01jd5k3v6rf0w8m2a4t9x7bq1f',
);
for (const attempt of delivery.history) {
  console.log(attempt.class, attempt.response.body);
}
