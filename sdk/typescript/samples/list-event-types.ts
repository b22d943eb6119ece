import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { data } = await client.events.types();
for (const type of data) {
  console.log(type.name, type.emitted, type.description);
}
