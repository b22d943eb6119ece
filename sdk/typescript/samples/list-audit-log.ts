import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const act of client.auditLog.list({
  action: 'api_key.*',
})) {
  console.log(act.occurredAt, act.actor.name, act.action);
}
