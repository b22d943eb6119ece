import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
// What the provider's window gave the page.
const account = await client.onboarding.finishSignup({
  code: 'AQBhlXsctMxJYb',
  event: 'FINISH',
  messagingAccountId: '102290129340398',
  phoneNumberId: '106540352242922',
});
console.log(account.name, account.phoneNumbers.length);
