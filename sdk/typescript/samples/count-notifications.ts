import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { unread } = await client.notifications.count();
console.log(unread);
