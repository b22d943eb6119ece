import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const label of client.labels.list()) {
  console.log(label.id, label.name, label.color);
}
