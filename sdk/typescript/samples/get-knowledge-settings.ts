import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const settings = await client.knowledge.settings();
console.log(settings.sources, settings.synonyms);
