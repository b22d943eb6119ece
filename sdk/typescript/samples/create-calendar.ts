import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { id } = await client.calendars.create({
  name: 'Support',
  timeZone: 'Europe/Berlin',
  hours: [{ day: 'monday', from: '09:00', to: '17:00' }],
  exceptions: [{ date: '2026-12-25', name: 'Christmas Day' }],
});
console.log(id);
