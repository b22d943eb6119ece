import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { findings } = await client.onboarding.doctor();
const first = findings.find((finding) => finding.fixable);
if (first) {
  const left = await client.onboarding.fix(first.id);
  console.log('left:', left.findings.length);
}
