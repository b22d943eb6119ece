import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'ast_01jd5k3v6rf0w8m2a4t9x7bq1k';
const { kinds } = await client.proposals.autonomy(id);
for (const k of kinds) {
  console.log(k.kind, k.state, k.lower, k.line);
}
