import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const message = await client.broadcasts.test(
  'bct_01jd5k3v6rf0w8m2a4t9x7bq1u',
  { to: '+14155550123' },
);
console.log(message.messageId, message.status);
