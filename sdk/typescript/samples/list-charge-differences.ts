import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'rec_01jd5k3v6rf0w8m2a4t9x7bq1a';
const differences = client.charges.differences(id, {
  cause: 'price_differs',
});
for await (const { ledger, provider } of differences) {
  console.log(ledger?.amount, provider?.amount);
}
