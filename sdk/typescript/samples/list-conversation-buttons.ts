import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const conversation = 'cnv_01jd5k3v6rf0w8m2a4t9x7bq1c';
const list = client.buttons.ofConversation(conversation);
for await (const button of list) {
  console.log(button.label, button.url);
}
