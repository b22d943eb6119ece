import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'dl_01jd5k3v6rf0w8m2a4t9x7bq1p';
const chair = {
  name: 'Chair',
  quantity: '40',
  unitAmount: '120.00',
};
const { amount } = await client.deals.replaceLines(id, {
  currency: 'EUR',
  lines: [chair],
});
console.log(amount);
