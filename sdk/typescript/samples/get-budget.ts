import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const budget = await client.budgets.get(
  'bud_01jd5k3v6rf0w8m2a4t9x7bq1v',
);
console.log(budget.current.spent, budget.current.percent);
