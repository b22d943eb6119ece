import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'rhs_01jd5k3v6rf0w8m2a4t9x7bq1e';
const { result } = await client.routing.rehearsal(id);
console.log(result?.check.different);
console.log(result?.recorded.wait, result?.changed?.wait);
