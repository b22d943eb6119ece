import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const table = await client.charges.export();
console.log(await table.text()); // or stream table.body
