import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const conversion = await client.conversions.create({
  to: '+14155550123',
  name: 'purchase',
  amount: '49.90',
  currency: 'EUR',
  externalId: 'order-1042',
});
console.log(conversion.id, conversion.contactId);
