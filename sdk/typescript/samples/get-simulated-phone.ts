import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const phone = await client.sandbox.phone('+14155550123');
for (const message of phone.messages) {
  console.log(message.status, message.text);
}
