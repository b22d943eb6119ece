import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const key = await client.notifications.pushKey();
console.log(key.applicationServerKey);
