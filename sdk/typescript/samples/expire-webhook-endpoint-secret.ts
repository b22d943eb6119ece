import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'whk_01jd5k3v6rf0w8m2a4t9x7bq1e';
const endpoints = client.webhookEndpoints;
const { secrets } = await endpoints.get(id);
const old = secrets.find((s) => s.expiresAt);
if (old) await endpoints.expireSecret(id, old.id);
