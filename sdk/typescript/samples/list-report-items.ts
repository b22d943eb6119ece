import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const items = client.reports.items('answers', {
  part: 'user',
});
for await (const { messageId, tookMs } of items) {
  console.log(messageId, tookMs);
}
