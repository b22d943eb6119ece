import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const user of client.users.list()) {
  console.log(user.email, user.role, user.state);
}
