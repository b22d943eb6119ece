import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const counts = await client.conversations.counts();
console.log(counts.needsAnswer, counts.unassigned);
