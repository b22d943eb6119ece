import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const button = await client.buttons.create({
  label: 'Open the order',
  kind: 'open_url',
  url: 'https://shop.example/orders?phone={contact.phone}',
});
console.log(button.id);
