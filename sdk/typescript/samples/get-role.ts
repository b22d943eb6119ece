import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const role = await client.roles.get('agent');
console.log(role.reach, role.scopes);
