import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const list = client.broadcasts.list({ status: 'running' });
for await (const broadcast of list) {
  console.log(broadcast.name, broadcast.counts.sent);
}
