import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const open = client.proposals.list({ status: 'open' });
for await (const p of open) {
  console.log(p.kind, p.conversationId, p.labelId);
}
