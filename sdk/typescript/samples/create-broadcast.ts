import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const broadcast = await client.broadcasts.create({
  name: 'Hello',
  templateName: 'hello_world',
  language: 'en_US',
  audience: {
    recipients: [
      { to: '+14155550123' },
      { to: '+14155550124' },
    ],
  },
  quietHours: { from: '21:00', to: '08:00' },
  frequencyCap: { messages: 2, days: 7 },
});
console.log(broadcast.id, broadcast.status);
