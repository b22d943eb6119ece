import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'acn_01jd5k3v6rf0w8m2a4t9x7bq1b';
const action = await client.actions.get(id);
console.log(action.changed, action.undoneAt);
