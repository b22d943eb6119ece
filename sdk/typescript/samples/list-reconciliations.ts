import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const r of client.charges.reconciliations()) {
  console.log(r.from, r.to, r.state, r.result?.differences);
}
