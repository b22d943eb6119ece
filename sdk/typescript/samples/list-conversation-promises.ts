import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'cnv_01jd5k3v6rf0w8m2a4t9x7bq1c';
for await (const p of client.promises.ofConversation(id)) {
  console.log(p.dueAt, p.status, p.text);
}
