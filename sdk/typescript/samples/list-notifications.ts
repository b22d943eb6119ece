import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const list = client.notifications.list({ unread: true });
for await (const n of list) {
  console.log(n.kind, n.conversationId, n.times);
}
