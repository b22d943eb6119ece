import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const endpoint of client.webhookEndpoints.list()) {
  console.log(endpoint.id, endpoint.url, endpoint.enabled);
}
