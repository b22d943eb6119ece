import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const one of client.segments.list()) {
  console.log(one.id, one.name);
}
