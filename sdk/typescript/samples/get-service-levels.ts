import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const now = await client.serviceLevels.get();
console.log(now.version, now.policies.map((p) => p.key));
