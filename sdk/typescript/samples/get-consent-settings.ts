import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const settings = await client.consent.settings();
for (const language of settings.languages) {
  console.log(language.language, language.stopWords);
}
