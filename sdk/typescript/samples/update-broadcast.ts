import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const broadcast = await client.broadcasts.update(
  'bct_01jd5k3v6rf0w8m2a4t9x7bq1u',
  { name: 'Spring sale, second part' },
);
console.log(broadcast.name, broadcast.preparation.state);
