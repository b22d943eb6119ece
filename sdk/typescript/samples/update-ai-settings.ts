import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const settings = await client.ai.updateSettings({
  dailyTokens: 2_000_000,
});
console.log(settings.today.used, settings.dailyTokens);
