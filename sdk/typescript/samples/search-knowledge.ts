import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const found = await client.knowledge.search({
  question: 'when do you open',
});
for (const { passage, confidence } of found.data) {
  console.log(confidence, passage.title, passage.text);
}
console.log(found.evidence);
