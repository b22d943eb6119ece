import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const pages = await client.knowledge.pages(
  'kns_01jd5k3v6rf0w8m2a4t9x7bq1e',
);
for (const page of pages.data) {
  console.log(page.url, page.state, page.reason);
}
