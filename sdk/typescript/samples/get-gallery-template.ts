import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const name = 'order_shipped';
const { texts } = await client.templates.galleryTemplate(name);
console.log(texts.map((t) => t.language));
