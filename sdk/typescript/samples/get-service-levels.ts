import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const levels = await client.serviceLevels.get();
console.log(levels.version, levels.policies.map((p) => p.key));
