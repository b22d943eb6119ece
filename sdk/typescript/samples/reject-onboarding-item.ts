import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
await client.onboarding.reject('payment_card', {
  reason: 'The card has expired.',
});
