import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'tem_01jd5k3v6rf0w8m2a4t9x7bq1d';
await client.routing.setTeam(id, {
  method: 'round_robin',
  stickyDays: 7,
});
