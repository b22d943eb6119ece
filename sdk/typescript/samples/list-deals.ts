import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const deal of client.deals.list({ status: 'open' })) {
  console.log(deal.id, deal.title, deal.amount);
}
