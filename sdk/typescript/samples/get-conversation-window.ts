import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'cnv_01jd5k3v6rf0w8m2a4t9x7bq1c';
const window = await client.conversations.window(id);
const { utility } = window.afterwards;
console.log(window.closesAt, utility?.amount ?? 'unknown');
