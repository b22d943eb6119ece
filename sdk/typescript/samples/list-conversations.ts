import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const conversation of client.conversations.list()) {
  console.log(conversation.id, conversation.assistant.speaker);
}
