import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { templates, changed } = await client.templates.sync();
console.log(`${templates} templates, ${changed} changed`);
