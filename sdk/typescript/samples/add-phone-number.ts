import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const number = await client.phoneNumbers.add({
  countryCode: '1',
  number: '6505551234',
  verifiedName: 'Lucky Shrub',
});
console.log(number.id, number.status);
