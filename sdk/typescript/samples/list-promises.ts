import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const p of client.promises.list({ status: 'open' })) {
  console.log(p.dueAt, p.text);
}
