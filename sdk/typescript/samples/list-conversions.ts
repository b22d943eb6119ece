import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const purchases = client.conversions.list({
  name: 'purchase',
  from: '2026-11-01T00:00:00Z',
});
for await (const { contactId, amount } of purchases) {
  console.log(contactId, amount);
}
