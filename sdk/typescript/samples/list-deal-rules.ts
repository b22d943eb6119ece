import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const rule of client.dealRules.list()) {
  console.log(rule.position, rule.name, rule.enabled);
}
