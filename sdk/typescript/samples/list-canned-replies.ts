import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const list = client.cannedReplies.list({ shortcut: 'ho' });
for await (const reply of list) {
  console.log(reply.shortcut, reply.body);
}
