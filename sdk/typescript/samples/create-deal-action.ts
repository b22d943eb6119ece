import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'dl_01jd5k3v6rf0w8m2a4t9x7bq1p';
const action = await client.deals.moveMany({
  dealIds: [id],
  move: { toStageId: 'stg_01jd5k3v6rf0w8m2a4t9x7bq1s' },
});
console.log(action.moved, action.skipped);
