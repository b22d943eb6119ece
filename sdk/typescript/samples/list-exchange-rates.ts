import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const rates = client.pipelines.exchangeRates({
  to: 'EUR',
});
for await (const { from, on, rate } of rates) {
  console.log(from, on, rate);
}
