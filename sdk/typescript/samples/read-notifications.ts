import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { position } = await client.notifications.count();
await client.notifications.read({ upTo: position });
