import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'cal_01jd5k3v6rf0w8m2a4t9x7bq1t';
const week = await client.calendars.openings(id);
console.log(week.openNow, week.nextChangeAt);
for (const { opensAt, closesAt } of week.openings) {
  console.log(opensAt, closesAt);
}
