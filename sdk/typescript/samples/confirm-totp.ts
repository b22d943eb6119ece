import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { recoveryCodes } = await client.factors.confirmTOTP({
  code: '287082',
});
console.log(recoveryCodes); // they are shown this once
