import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const field = await client.contactFields.create({
  key: 'tier',
  label: 'Tier',
  type: 'select',
  options: ['gold', 'silver'],
});
console.log(field.id);
