import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const settings = await client.conversations.settings();
console.log(settings.onlyAssigneeReplies);
