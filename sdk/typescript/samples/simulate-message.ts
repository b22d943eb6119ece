import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const written = await client.sandbox.write({
  from: '+14155550123',
  name: 'Ada Lovelace',
  text: 'Hello! When are you open?',
});
console.log(written.providerMessageId);
