import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { nodes, queues } = await client.deployment.get();
console.log(nodes.length, 'nodes');
for (const { kind, waiting, lagMs } of queues) {
  console.log(kind, waiting, lagMs);
}
