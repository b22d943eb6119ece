import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const action of client.deals.actions()) {
  console.log(action.createdAt, action.moved.length);
}
