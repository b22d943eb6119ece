import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
// From now on, for ever: a stream that breaks is resumed.
const events = ['messages.*' as const];
for await (const event of client.events.stream({ events })) {
  console.log(event.id, event.event, event.data);
}
