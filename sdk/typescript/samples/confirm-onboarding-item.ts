import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
await client.onboarding.confirm('payment_card', {
  note: 'The card ending in 4242 is attached.',
});
