import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const rule = await client.dealRules.create({
  name: 'Offers asked for',
  trigger: 'button_tapped',
  conditions: { payloads: ['offer'] },
  act: {
    type: 'create_deal',
    pipelineId: 'pip_01jd5k3v6rf0w8m2a4t9x7bq1q',
    title: 'Offer for {{contact.name}}',
    assigneeOwns: true,
  },
});
console.log(rule.id, rule.position);
