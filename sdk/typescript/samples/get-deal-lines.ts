import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'dl_01jd5k3v6rf0w8m2a4t9x7bq1p';
const { lines, amount } = await client.deals.lines(id);
for (const line of lines) {
  console.log(line.quantity, line.name, line.amount);
}
console.log(amount);
