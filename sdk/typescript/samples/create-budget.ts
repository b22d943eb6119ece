import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const budget = await client.budgets.create({
  name: 'Marketing of a month',
  period: 'month',
  category: 'marketing',
  amount: '250.00',
  currency: 'USD',
  alerts: [50, 80, 100],
  hardStop: true,
});
console.log(budget.id);
