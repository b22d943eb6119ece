import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const list = client.broadcasts.recipients(
  'bct_01jd5k3v6rf0w8m2a4t9x7bq1u',
  { state: 'failed' },
);
for await (const recipient of list) {
  console.log(recipient.to, recipient.reason);
}
