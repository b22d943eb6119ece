import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const flagged = client.knowledge.passages({ flagged: true });
for await (const passage of flagged) {
  console.log(passage.title, passage.text);
}
