import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'cal_01jd5k3v6rf0w8m2a4t9x7bq1t';
const found = await client.calendars.previewHolidays(id, {
  ics: 'BEGIN:VCALENDAR\nEND:VCALENDAR\n',
});
for (const day of found.holidays) {
  console.log(day.date, day.name, day.kind);
}
