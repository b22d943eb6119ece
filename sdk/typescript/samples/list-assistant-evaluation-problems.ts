import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const list = client.assistants.evaluationProblems(
  'ast_01jd5k3v6rf0w8m2a4t9x7bq1k',
  'evl_01jd5k3v6rf0w8m2a4t9x7bq1e',
);
for await (const { number, reason } of list) {
  console.log(number, reason);
}
