import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const report = await client.reports.waiting({
  timeZone: 'Europe/Berlin',
});
for (const { cause, share } of report.causes) {
  console.log(cause, `${Math.round(share * 100)} %`);
}
