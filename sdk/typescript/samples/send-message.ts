import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { messageId } = await client.messages.send({
  to: '+15551234567',
  type: 'template',
  templateName: 'order_shipped',
  parameters: {
    name: 'Ada',
    order_number: '48213',
    eta: 'Friday',
  },
});
console.log(messageId);
