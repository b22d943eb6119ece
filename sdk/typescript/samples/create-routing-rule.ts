import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const rule = await client.routing.createRule({
  name: 'Refunds',
  conditions: { keywords: ['refund'] },
  target: { teamId: 'tem_01jd5k3v6rf0w8m2a4t9x7bq1d' },
});
console.log(rule.id);
