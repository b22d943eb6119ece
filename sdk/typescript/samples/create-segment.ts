import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const segment = await client.segments.create({
  name: 'VIPs who wrote this month',
  filter: {
    all: [
      { tag: { anyOf: ['vip'] } },
      { lastSeen: { withinDays: 30 } },
    ],
  },
});
console.log(segment.id);
