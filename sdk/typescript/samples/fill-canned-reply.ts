import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'crp_01jd5k3v6rf0w8m2a4t9x7bq1z';
const filled = await client.cannedReplies.fill(id, {
  conversationId: 'cnv_01jd5k3v6rf0w8m2a4t9x7bq1c',
});
console.log(filled.text, filled.missing);
