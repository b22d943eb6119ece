import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
await client.ratings.updateSettings({
  enabled: true,
  question: 'How did we do?',
  delayMinutes: 5,
});
