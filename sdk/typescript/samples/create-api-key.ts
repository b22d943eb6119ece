import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { id, key } = await client.apiKeys.create({
  name: 'Order service',
  scopes: ['messages:write', 'messages:read'],
});
console.log(id, key); // the key is shown this once
