import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const key of client.apiKeys.list()) {
  console.log(key.name, key.lastFour, key.scopes);
}
