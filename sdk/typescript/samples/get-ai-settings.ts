import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { enabled, today } = await client.ai.settings();
console.log(enabled, today.used);
