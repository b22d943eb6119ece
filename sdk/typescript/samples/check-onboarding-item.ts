import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const item = await client.onboarding.check('payment_card');
console.log(item.state, item.expectedBy);
