import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const role of client.roles.list()) {
  console.log(role.name, role.reach, role.scopes);
}
