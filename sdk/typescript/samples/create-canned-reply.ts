import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const reply = await client.cannedReplies.create({
  shortcut: 'hours',
  title: 'Opening hours',
  body: 'Hi {{contact.firstName}}, we open at 9.',
});
console.log(reply.id);
