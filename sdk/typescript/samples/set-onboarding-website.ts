import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
await client.onboarding.setWebsite({
  url: 'https://www.luckyshrub.example/',
  legalName: 'Lucky Shrub Ltd',
  address: '1 Hacker Way, Menlo Park, CA 94025',
});
