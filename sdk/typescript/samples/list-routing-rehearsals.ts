import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const rehearsal of client.routing.rehearsals()) {
  console.log(rehearsal.id, rehearsal.from, rehearsal.to);
}
