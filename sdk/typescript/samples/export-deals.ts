import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const table = await client.deals.export({ status: 'open' });
console.log(await table.text()); // or stream table.body
