import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const label = await client.labels.create({
  name: 'Refund',
  color: '#d97706',
});
console.log(label.id);
