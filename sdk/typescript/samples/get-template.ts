import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'tpl_01jd5k3v6rf0w8m2a4t9x7bq1f';
const template = await client.templates.get(id);
console.log(template.status, template.problem?.detail);
