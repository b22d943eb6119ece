import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const template = await client.templates.create({
  name: 'order_delayed',
  language: 'en_US',
  category: 'UTILITY',
  components: [
    {
      type: 'BODY',
      text: 'Your order is late. We are sorry.',
    },
  ],
  submit: true,
});
console.log(template.status);
