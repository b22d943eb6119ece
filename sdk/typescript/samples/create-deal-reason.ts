import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const reason = await client.pipelines.createReason({
  kind: 'lost',
  name: 'Too expensive',
});
console.log(reason.id);
