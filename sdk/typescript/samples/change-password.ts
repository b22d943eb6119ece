import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
// in a browser in which somebody signed in
await client.users.changePassword({
  currentPassword: 'turnips fly south',
  newPassword: 'parsnips stay at home',
});
