import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'med_01jd5k3v6rf0w8m2a4t9x7bq1e';
const { url, expiresAt } = await client.media.link(id, {
  expiresInSeconds: 300,
});
console.log(url, expiresAt); // for an <img> or a download
