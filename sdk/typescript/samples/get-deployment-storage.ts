import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const storage = await client.deployment.storage();
console.log(storage.databaseBytes);
for (const { name, rows, bytes } of storage.tables) {
  console.log(name, rows, bytes);
}
