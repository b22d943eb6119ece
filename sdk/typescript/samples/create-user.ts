import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const user = await client.users.create({
  email: 'amelie@example.com',
  name: 'Amélie Bernard',
  role: 'agent',
});
console.log(user.state, user.invitationUrl);
