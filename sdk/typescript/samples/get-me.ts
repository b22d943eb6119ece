import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const me = await client.sessions.me();
console.log(me.name, me.scopes, me.reach.kind);
