import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { data } = await client.factors.passkeys();
for (const passkey of data) {
  console.log(passkey.name, passkey.lastUsedAt);
}
