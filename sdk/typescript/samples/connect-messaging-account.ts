import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const account = await client.messagingAccounts.connect({
  messagingAccountId: '102290129340398',
  systemUserToken: process.env.SYSTEM_USER_TOKEN ?? '',
});
for (const phone of account.phoneNumbers) {
  console.log(phone.id, phone.number);
}
