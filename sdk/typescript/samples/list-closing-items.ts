import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'pip_01jd5k3v6rf0w8m2a4t9x7bq1q';
const items = client.pipelines.closingItems(id, {
  kind: 'lost',
  reasonId: 'none',
});
for await (const { title, closeNote } of items) {
  console.log(title, closeNote);
}
