import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const gaps = client.knowledgeGaps.list({ state: 'open' });
for await (const gap of gaps) {
  console.log(gap.count, gap.question);
}
