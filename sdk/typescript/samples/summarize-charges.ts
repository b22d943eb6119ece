import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { data } = await client.charges.summarize({
  groupBy: 'market',
});
for (const { key, count, amount, currency } of data) {
  console.log(key, count, amount, currency);
}
