import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
// in a browser in which somebody signed in
const me = await client.sessions.updateMe({
  name: 'Amélie Bernard',
});
console.log(me.name);
