import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'pip_01jd5k3v6rf0w8m2a4t9x7bq1q';
const { reasons } = await client.pipelines.closings(id, {
  from: '2026-11-01',
});
for (const { name, count, share } of reasons) {
  console.log(name, count, share);
}
