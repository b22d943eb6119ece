import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const phone of client.phoneNumbers.list()) {
  console.log(phone.number, phone.verifiedName);
}
