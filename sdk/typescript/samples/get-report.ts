import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const report = await client.reports.get('answers', {
  timeZone: 'Europe/Berlin',
  groupBy: 'agent',
});
for (const { id, count, times } of report.groups ?? []) {
  console.log(id, count, times?.p50Ms);
}
