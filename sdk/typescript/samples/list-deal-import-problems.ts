import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const problems = client.dealImports.problems(
  'dli_01jd5k3v6rf0w8m2a4t9x7bq1e',
);
for await (const { line, field, reason } of problems) {
  console.log(line, field, reason);
}
