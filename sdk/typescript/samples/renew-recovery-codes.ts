import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const codes = await client.factors.renewRecoveryCodes();
console.log(codes.recoveryCodes); // they are shown this once
