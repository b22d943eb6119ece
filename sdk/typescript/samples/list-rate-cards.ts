import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const cards = client.charges.rateCards();
for await (const { id, name, rows } of cards) {
  console.log(id, name, rows);
}
