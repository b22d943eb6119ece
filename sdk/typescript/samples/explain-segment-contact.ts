import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'seg_01jd5k3v6rf0w8m2a4t9x7bq1b';
const contact = 'con_01jd5k3v6rf0w8m2a4t9x7bq1b';
const why = await client.segments.explain(id, contact);
for (const one of why.conditions) {
  console.log(one.matched, one.condition, one.value);
}
