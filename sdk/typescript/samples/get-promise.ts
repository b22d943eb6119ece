import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'prm_01jd5k3v6rf0w8m2a4t9x7bq21';
const promise = await client.promises.get(id);
console.log(promise.status, promise.text);
