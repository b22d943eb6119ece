import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const accepted = await client.users.acceptInvitation({
  token: 'pX0vq1x6yM2c4n5b6v7c8x9z0a1s2d3f4g5h6j7k8l9',
  name: 'Amélie Bernard',
  password: 'turnips fly south',
});
console.log(accepted.workspaceName);
