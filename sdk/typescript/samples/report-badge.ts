import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const badge = await client.onboarding.reportBadge({
  state: 'requested',
  note: 'Submitted in the manager on Monday.',
});
console.log(badge.state);
