import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const clock = await client.sandbox.advanceClock({
  advanceSeconds: 25 * 3600,
});
console.log(clock.now);
