import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'dl_01jd5k3v6rf0w8m2a4t9x7bq1p';
const contactId = 'con_01jd5k3v6rf0w8m2a4t9x7bq1b';
await client.deals.replaceContacts(id, {
  contacts: [{ contactId, role: 'Decides' }],
});
