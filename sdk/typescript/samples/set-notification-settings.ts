import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
await client.notifications.setSettings({
  timeZone: 'Europe/Berlin',
  quietHours: { from: '20:00', to: '07:30' },
  digest: { at: '08:00' },
});
