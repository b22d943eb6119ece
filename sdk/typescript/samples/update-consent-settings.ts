import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const settings = await client.consent.updateSettings({
  languages: [
    {
      language: 'en',
      stopWords: ['STOP', 'UNSUBSCRIBE', 'CANCEL'],
      stopConfirmation: { text: 'You are unsubscribed.' },
    },
  ],
});
console.log(settings.updatedAt);
