import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const calls = client.ai.calls({ failed: true });
for await (const call of calls) {
  console.log(call.createdAt, call.class, call.detail);
}
