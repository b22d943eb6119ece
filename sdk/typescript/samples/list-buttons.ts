import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const button of client.buttons.list()) {
  console.log(button.id, button.label, button.kind);
}
