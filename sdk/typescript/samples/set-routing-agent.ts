import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const userId = 'usr_01jd5k3v6rf0w8m2a4t9x7bq1n';
await client.routing.setAgent(userId, {
  capacity: 8,
  skills: ['german', 'returns'],
});
