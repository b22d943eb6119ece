import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const budget of client.budgets.list()) {
  console.log(budget.name, budget.amount, budget.closedUntil);
}
