import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const session = await client.sessions.createWithPasskey({
  ceremonyId: 'cer_01jd5k3v6rf0w8m2a4t9x7bq1e',
  credential: {
    id: 'dGhlIG5hbWUgb2YgaXQ',
    rawId: 'dGhlIG5hbWUgb2YgaXQ',
    type: 'public-key',
    response: {
      clientDataJSON: 'e30',
      authenticatorData: 'AA',
      signature: 'AA',
      userHandle: 'AA',
    },
  },
});
console.log(session.userId, session.factors);
