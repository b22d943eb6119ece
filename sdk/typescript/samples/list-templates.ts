import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const template of client.templates.list()) {
  console.log(template.name, template.parameters);
}
