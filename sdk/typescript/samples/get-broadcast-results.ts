import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const results = await client.broadcasts.results(
  'bct_01jd5k3v6rf0w8m2a4t9x7bq1u',
);
for (const { variant, sent, reached } of results.variants) {
  console.log(variant, sent, reached);
}
console.log(results.winner ?? results.noWinner);
