import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const messages = client.charges.savingMessages('bubbles');
for await (const { messageId, amount } of messages) {
  console.log(messageId, amount);
}
