import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const source = await client.knowledgeGaps.answer(
  'gap_01jd5k3v6rf0w8m2a4t9x7bq1e',
  { answer: 'Yes, from 10 euros, in the shop.' },
);
console.log(source.id, source.state);
