import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const passkey = await client.factors.addPasskey({
  ceremonyId: 'cer_01jd5k3v6rf0w8m2a4t9x7bq1e',
  name: 'My laptop',
  credential: {
    id: 'dGhlIG5hbWUgb2YgaXQ',
    rawId: 'dGhlIG5hbWUgb2YgaXQ',
    type: 'public-key',
    response: {
      clientDataJSON: 'e30',
      attestationObject: 'oA',
    },
  },
});
console.log(passkey.id);
