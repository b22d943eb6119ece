import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const notice of client.ai.notices()) {
  console.log(notice.kind, notice.detail);
}
