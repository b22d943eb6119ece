import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const pipeline of client.pipelines.list()) {
  console.log(pipeline.id, pipeline.name);
}
