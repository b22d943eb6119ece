import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'pip_01jd5k3v6rf0w8m2a4t9x7bq1q';
const deals = client.pipelines.forecastItems(id, {
  month: '2026-12',
});
for await (const { title, amount } of deals) {
  console.log(title, amount);
}
