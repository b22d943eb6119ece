import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const failed = client.messages.list({ status: 'failed' });
for await (const message of failed) {
  console.log(message.id, message.error?.detail);
}
