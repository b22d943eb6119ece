import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const budget = await client.budgets.update(
  'bud_01jd5k3v6rf0w8m2a4t9x7bq1v',
  { amount: '400.00' },
);
console.log(budget.amount);
