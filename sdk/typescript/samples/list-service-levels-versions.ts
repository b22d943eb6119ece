import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const made of client.serviceLevels.versions()) {
  console.log(made.version, made.madeBy, made.createdAt);
}
