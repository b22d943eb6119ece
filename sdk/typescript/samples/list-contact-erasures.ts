import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const e of client.contacts.listErasures()) {
  console.log(e.contactId, e.state, e.endedAt);
}
