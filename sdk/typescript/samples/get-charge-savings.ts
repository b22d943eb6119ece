import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { causes } = await client.charges.savings({
  from: '2026-11-01',
});
for (const { cause, count, amounts } of causes) {
  console.log(cause, count, amounts[0]?.amount);
}
