import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'rec_01jd5k3v6rf0w8m2a4t9x7bq1a';
const { result } = await client.charges.reconciliation(id);
for (const { cause, count, amount } of result?.causes ?? []) {
  console.log(cause, count, amount);
}
