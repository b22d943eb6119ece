import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const found = await client.segments.preview({
  filter: { country: { anyOf: ['49'] } },
});
console.log(found.count, found.contacts.length);
