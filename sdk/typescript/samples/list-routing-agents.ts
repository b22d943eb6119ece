import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const agent of client.routing.agents()) {
  console.log(agent.name, agent.capacity, agent.skills);
}
