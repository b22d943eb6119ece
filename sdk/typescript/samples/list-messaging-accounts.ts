import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const accounts = client.messagingAccounts;
for await (const account of accounts.list()) {
  console.log(account.name, account.status);
}
