import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const deals = client.deals.list({ status: 'open' });
for await (const deal of deals) {
  console.log(deal.id, deal.title, deal.amount);
}
