import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const assistant = await client.assistants.create({
  name: 'Shop assistant',
  config: {
    instructions: 'You answer customers of Lucky Shop.',
    languages: ['en', 'es'],
  },
});
console.log(assistant.id);
