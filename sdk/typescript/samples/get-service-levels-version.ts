import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const first = await client.serviceLevels.version(1);
console.log(first.policies.length, first.createdAt);
