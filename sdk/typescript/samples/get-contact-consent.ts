import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'con_01jd5k3v6rf0w8m2a4t9x7bq1d';
const consent = await client.consent.get(id);
console.log(consent.marketing.state, consent.all.state);
for (const record of consent.data) {
  console.log(record.decidedAt, record.state, record.source);
}
