import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const team of client.teams.list()) {
  console.log(team.name, team.userIds.length);
}
