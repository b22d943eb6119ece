import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'tpl_01jd5k3v6rf0w8m2a4t9x7bq1f';
const period = { from: '2026-11-01', to: '2026-11-30' };
const figures = await client.templates.statistics(id, period);
console.log(figures.sent, 'sent', figures.read, 'read');
