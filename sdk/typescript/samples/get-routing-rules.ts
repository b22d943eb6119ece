import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { version, rules } = await client.routing.rules();
console.log(version, rules.map((rule) => rule.key));
