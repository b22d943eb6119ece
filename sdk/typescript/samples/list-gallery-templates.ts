import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const shop = client.templates.gallery({ trade: 'shop' });
for await (const template of shop) {
  console.log(template.id, template.body);
}
