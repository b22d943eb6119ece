import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const badge = await client.onboarding.requestBadge({
  country: 'US',
  language: 'en',
  links: ['https://news.example/lucky-shrub'],
});
console.log(badge.state);
