import { ServiceClient } from '@service/sdk';
import { writeFile } from 'node:fs/promises';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'con_01jd5k3v6rf0w8m2a4t9x7bq1e';
const zip = await client.contacts.exportContact(id);
const bytes = await zip.arrayBuffer(); // or stream zip.body
await writeFile('contact.zip', Buffer.from(bytes));
