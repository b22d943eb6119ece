import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
let source = await client.knowledge.create({
  kind: 'question',
  question: 'When are you open?',
  answer: 'Monday to Friday from 9 to 18.',
  // or a file: file: await openAsBlob('returns.pdf'),
});
while (!source.indexing?.endedAt) {
  await new Promise((done) => setTimeout(done, 500));
  source = await client.knowledge.get(source.id);
}
console.log(source.state, source.passages);
