import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'cnv_01jd5k3v6rf0w8m2a4t9x7bq1c';
const draft = await client.conversations.draft(id);
console.log(draft.body, draft.updatedAt);
