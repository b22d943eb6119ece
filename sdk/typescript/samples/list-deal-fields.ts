import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { data } = await client.dealFields.list();
for (const field of data) {
  console.log(field.key, field.type);
}
