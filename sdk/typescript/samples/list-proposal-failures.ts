import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const f of client.proposals.failures()) {
  console.log(f.at, f.step, f.conversationId, f.detail);
}
