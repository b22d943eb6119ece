import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'med_01jd5k3v6rf0w8m2a4t9x7bq1e';
const file = await client.media.download(id);
const bytes = await file.arrayBuffer(); // or stream file.body
console.log(file.headers.get('content-type'), bytes);
