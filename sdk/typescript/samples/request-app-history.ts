import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'num_01jd5k3v6rf0w8m2a4t9x7bq1c';
const setup = await client.phoneNumbers.requestHistory(id);
console.log(setup.appHistory?.state);
