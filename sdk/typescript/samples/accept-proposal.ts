import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'prp_01jd5k3v6rf0w8m2a4t9x7bq24';
const proposal = await client.proposals.accept(id);
console.log(proposal.status);
