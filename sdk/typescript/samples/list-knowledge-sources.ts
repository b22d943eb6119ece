import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const sources = client.knowledge.list({ state: 'failed' });
for await (const source of sources) {
  console.log(source.title, source.reason);
}
