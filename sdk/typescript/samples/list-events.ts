import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
// Catches up after the last event that you handled.
const after = 'evt_01jd5k3v6rf0w8m2a4t9x7bq1e';
for await (const event of client.events.list({ after })) {
  console.log(event.id, event.event, event.data);
}
