import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'cnv_01jd5k3v6rf0w8m2a4t9x7bq1c';
const { seq } = await client.conversations.get(id);
const draft = await client.conversations.setDraft(id, {
  body: 'Your parcel is',
  basedOnSeq: seq,
});
await client.conversations.setDraft(
  id,
  { body: 'Your parcel is on its way.' },
  { ifVersion: draft.version },
);
