import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
// At each start of your application: no doubles come of it.
const { id, secret } = await client.webhookEndpoints.upsert({
  url: 'https://shop.example/webhook',
  events: ['messages.upsert', 'messages.status_updated'],
});
if (secret) console.log(id, secret); // shown this once
