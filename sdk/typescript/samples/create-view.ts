import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const view = await client.views.create({
  name: 'My urgent ones',
  filter: { agentId: 'none', priority: ['urgent'] },
  order: 'waiting',
});
console.log(view.id);
