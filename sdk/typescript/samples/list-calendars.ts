import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const calendar of client.calendars.list()) {
  console.log(calendar.name, calendar.timeZone);
}
