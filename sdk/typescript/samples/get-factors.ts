import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const factors = await client.factors.get();
console.log(factors.totp, factors.recoveryCodesLeft);
