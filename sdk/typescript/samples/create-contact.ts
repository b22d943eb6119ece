import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const contact = await client.contacts.create({
  phone: '+14155550188',
  name: 'Ada Lovelace',
  tags: ['vip'],
});
console.log(contact.id);
