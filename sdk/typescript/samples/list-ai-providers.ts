import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const provider of client.ai.providers.list()) {
  console.log(provider.name, provider.health.state);
}
