import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const contact = await client.contacts.update(
  'con_01jd5k3v6rf0w8m2a4t9x7bq1e',
  { name: 'Ada King', fields: { tier: 'gold' } },
);
console.log(contact.updatedAt);
