import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { version } = await client.serviceLevels.get();
await client.serviceLevels.replace(
  {
    policies: [
      {
        key: 'vip',
        when: { priorities: ['urgent'] },
        targets: { first: 15, next: 60 },
      },
      { key: 'others', targets: { first: 240 } },
    ],
  },
  { ifVersion: version },
);
