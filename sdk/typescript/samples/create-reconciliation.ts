import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { id, state } = await client.charges.reconcile({
  from: '2026-11-01',
  to: '2026-11-20',
});
console.log(id, state);
