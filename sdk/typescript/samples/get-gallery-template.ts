import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const name = 'order_shipped';
const found = await client.templates.galleryTemplate(name);
console.log(found.texts.map((text) => text.language));
