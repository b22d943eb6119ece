import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const view of client.views.list()) {
  console.log(view.id, view.name, view.shared);
}
