import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'btn_01jd5k3v6rf0w8m2a4t9x7bq1b';
const button = await client.buttons.get(id);
console.log(button.label, button.url);
