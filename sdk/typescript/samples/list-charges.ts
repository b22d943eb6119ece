import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const charges = client.charges.list({
  from: '2026-11-01T00:00:00Z',
});
for await (const { market, rule, amount } of charges) {
  console.log(market, rule, amount);
}
