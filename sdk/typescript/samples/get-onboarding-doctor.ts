import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { findings } = await client.onboarding.doctor();
for (const finding of findings) {
  console.log(finding.severity, finding.what);
  console.log(finding.doThis);
}
