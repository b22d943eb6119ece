import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'ast_01jd5k3v6rf0w8m2a4t9x7bq1k';
for await (const c of client.proposals.autonomyChanges(id)) {
  console.log(c.at, c.kind, c.from, c.to, c.reason);
}
