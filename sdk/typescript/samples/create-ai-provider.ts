import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const provider = await client.ai.providers.create({
  name: 'OpenAI',
  kind: 'openai',
  model: 'gpt-4.1-mini',
  apiKey: 'sk-proj-4f9a7c21b8e3d650',
});
console.log(provider.id, provider.prices);
