import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const vips = client.contacts.list({ tag: 'vip' });
for await (const contact of vips) {
  console.log(contact.name, contact.phone);
}
