import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const field = await client.dealFields.create({
  key: 'region',
  label: 'Region',
  type: 'select',
  options: ['north', 'south'],
});
console.log(field.id);
