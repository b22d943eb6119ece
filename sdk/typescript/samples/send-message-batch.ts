import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { results } = await client.messages.sendBatch({
  messages: [
    {
      to: '+15551234567',
      type: 'text',
      text: { body: 'Your table is ready.' },
    },
    {
      to: '+15557654321',
      type: 'template',
      templateName: 'hello_world',
    },
  ],
});
for (const { index, messageId, error } of results) {
  console.log(index, messageId ?? error?.detail);
}
