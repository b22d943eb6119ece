import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const source = await client.knowledge.update(
  'kns_01jd5k3v6rf0w8m2a4t9x7bq1e',
  { answer: 'Monday to Saturday from 9 to 18.' },
);
console.log(source.revision);
