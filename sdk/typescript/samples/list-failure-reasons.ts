import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const reasons = await client.messages.failureReasons();
for (const { providerCode, cause } of reasons.data) {
  console.log(providerCode, cause);
}
