import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { secret, uri } = await client.factors.beginTOTP();
console.log(secret, uri); // show the uri as a barcode
