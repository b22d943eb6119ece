import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { data } = await client.notifications.subscriptions();
for (const browser of data) {
  console.log(browser.id, browser.service);
}
