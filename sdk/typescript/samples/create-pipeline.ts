import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const pipeline = await client.pipelines.create({
  name: 'Sales',
  currency: 'EUR',
  stages: [{ name: 'New' }, { name: 'Offer' }],
});
for (const stage of pipeline.stages) {
  console.log(stage.id, stage.name, stage.kind);
}
