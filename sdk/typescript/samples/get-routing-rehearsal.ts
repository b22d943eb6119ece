import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { result } = await client.routing.rehearsal(
  'rhs_01jd5k3v6rf0w8m2a4t9x7bq1e',
);
console.log(result?.check.different);
console.log(result?.recorded.wait.p90, result?.changed?.wait.p90);
