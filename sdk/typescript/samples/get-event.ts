import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const event = await client.events.get(
  'evt_01jd5k3v6rf0w8m2a4t9x7bq1e',
);
for (const delivery of event.deliveries) {
  console.log(delivery.endpointId, delivery.state);
}
