import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'pip_01jd5k3v6rf0w8m2a4t9x7bq1q';
const table = await client.pipelines.exportClosings(id);
console.log(await table.text()); // or stream table.body
