import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { options } = await client.factors.beginPasskey();
console.log(options); // for navigator.credentials.create
