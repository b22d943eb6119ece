import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const rule of client.routing.listRules()) {
  console.log(rule.id, rule.conditions, rule.target);
}
