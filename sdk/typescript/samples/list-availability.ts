import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const member of client.availability.list()) {
  console.log(member.name, member.status);
}
