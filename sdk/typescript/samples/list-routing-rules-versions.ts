import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const made of client.routing.versions()) {
  console.log(made.version, made.madeBy, made.createdAt);
}
