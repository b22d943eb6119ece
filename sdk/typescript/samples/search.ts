import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const hits = client.search.query({ q: 'parcel' });
for await (const hit of hits) {
  console.log(hit.kind, hit.at, hit.snippet.text);
}
