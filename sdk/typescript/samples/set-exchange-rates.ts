import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { rates } = await client.pipelines.setExchangeRates({
  rates: [
    {
      from: 'JPY',
      to: 'EUR',
      on: '2026-11-01',
      rate: '0.0062',
    },
  ],
});
console.log(rates.length);
