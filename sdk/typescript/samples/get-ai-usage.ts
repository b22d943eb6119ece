import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const usage = await client.ai.usage({
  from: '2026-01-01',
  to: '2026-01-31',
  groupBy: 'day',
});
for (const day of usage.groups) {
  console.log(day.day, day.calls, day.cost.amount);
}
