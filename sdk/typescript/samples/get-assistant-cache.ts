import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const cache = await client.assistants.cache();
console.log(cache.answers);
