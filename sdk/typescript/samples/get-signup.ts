import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const app = await client.onboarding.signup();
console.log(app.available, app.appId, app.configurationId);
