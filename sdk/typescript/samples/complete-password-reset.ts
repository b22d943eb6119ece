import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
await client.users.completePasswordReset({
  token: 'pX0vq1x6yM2c4n5b6v7c8x9z0a1s2d3f4g5h6j7k8l9',
  password: 'turnips fly south',
});
