import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const kind = await client.events.type('messages.upsert');
console.log(kind.schema, kind.example);
