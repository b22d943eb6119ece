import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { id, secret } = await client.webhookEndpoints.create({
  url: 'https://shop.example/webhook',
  events: ['messages.upsert', 'messages.status_updated'],
});
console.log(id, secret); // the secret is shown this once
