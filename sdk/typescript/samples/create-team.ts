import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { id } = await client.teams.create({
  name: 'Support',
});
console.log(id);
