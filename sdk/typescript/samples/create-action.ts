import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const action = await client.actions.create({
  conversationIds: ['cnv_01jd5k3v6rf0w8m2a4t9x7bq1c'],
  change: { status: { status: 'closed' } },
});
console.log(action.id, action.changed, action.skipped);
