import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { id, rows } = await client.charges.importRateCard({
  name: 'Card of October 2026',
  prices: [
    'valid_from,market,category,currency,above,amount',
    '2026-10-01,Germany,marketing,EUR,0,0.1131',
  ].join('\n'),
});
console.log(id, rows);
