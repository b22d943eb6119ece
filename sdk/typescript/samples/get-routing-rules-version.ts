import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const first = await client.routing.version(1);
console.log(first.rules.length, first.createdAt);
