import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const deal = await client.deals.create({
  title: 'Forty chairs',
  pipelineId: 'pip_01jd5k3v6rf0w8m2a4t9x7bq1q',
  amount: '4800.00',
  currency: 'EUR',
});
console.log(deal.id, deal.stageId);
