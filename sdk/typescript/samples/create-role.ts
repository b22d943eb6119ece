import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { id } = await client.roles.create({
  name: 'Night shift',
  scopes: ['messages:read', 'messages:write'],
  reach: 'own_and_followed',
});
console.log(id);
