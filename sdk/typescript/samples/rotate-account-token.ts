import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const account = await client.messagingAccounts.rotateToken(
  'wba_01jd5k3v6rf0w8m2a4t9x7bq1e',
  { systemUserToken: process.env.SYSTEM_USER_TOKEN ?? '' },
);
console.log('in use:', account.tokenHint);
