import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const userId = 'usr_01jd5k3v6rf0w8m2a4t9x7bq1a';
const rehearsal = await client.routing.createRehearsal({
  changes: { agents: [{ userId, capacity: 8 }] },
});
console.log(rehearsal.id, rehearsal.state);
