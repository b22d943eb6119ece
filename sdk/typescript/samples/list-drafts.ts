import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const d of client.conversations.ownDrafts()) {
  console.log(d.conversationId, d.body, d.updatedAt);
}
