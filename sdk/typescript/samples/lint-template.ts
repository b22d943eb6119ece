import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const text = '{{1}}, your order is on its way.';
const { accepted, findings } = await client.templates.lint({
  name: 'order_on_its_way',
  language: 'en_US',
  category: 'UTILITY',
  components: [{ type: 'BODY', text }],
});
console.log(accepted, findings.map((f) => f.message));
