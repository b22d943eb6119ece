import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'num_01jd5k3v6rf0w8m2a4t9x7bq1h';
const health = await client.phoneNumbers.health(id);
console.log(health.status, health.lastWebhookAt);
for (const notice of health.notices) {
  console.log(notice.kind, notice.severity, notice.detail);
}
