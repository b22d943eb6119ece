import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const teamId = 'tem_01jd5k3v6rf0w8m2a4t9x7bq1d';
const { version } = await client.routing.rules();
await client.routing.replaceRules(
  {
    rules: [
      {
        key: 'refunds',
        when: { languages: ['de'], keywords: ['Rückgabe'] },
        target: { teamId, priority: 'high' },
      },
    ],
    default: { teamId },
  },
  { ifVersion: version },
);
