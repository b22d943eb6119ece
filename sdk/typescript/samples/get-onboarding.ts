import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const checklist = await client.onboarding.get();
for (const item of checklist.steps) {
  console.log(item.id, item.state, item.nextAction);
}
console.log(checklist.badge.state);
