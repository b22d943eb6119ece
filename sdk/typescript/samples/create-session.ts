import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const session = await client.sessions.create({
  email: 'owner@lucky-shop.example',
  password: 'correct horse battery staple',
});
console.log(session.userId, session.endsAt);
