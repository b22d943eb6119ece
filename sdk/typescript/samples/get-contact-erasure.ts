import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const erasure = await client.contacts.getErasure(
  'ers_01jd5k3v6rf0w8m2a4t9x7bq1e',
);
console.log(erasure.state, erasure.messages, erasure.files);
