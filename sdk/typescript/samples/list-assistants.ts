import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const assistant of client.assistants.list()) {
  console.log(assistant.name, assistant.liveRevision);
}
