import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'dla_01jd5k3v6rf0w8m2a4t9x7bq1w';
const action = await client.deals.undoAction(id);
console.log(action.undone, action.kept);
