import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { data } = await client.broadcasts.failures(
  'bct_01jd5k3v6rf0w8m2a4t9x7bq1u',
);
for (const { count, failureReason: why } of data) {
  console.log(count, why?.cause, why?.retry);
}
