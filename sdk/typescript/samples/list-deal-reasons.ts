import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const reasons = client.pipelines.reasons({ kind: 'lost' });
for await (const reason of reasons) {
  console.log(reason.id, reason.name);
}
