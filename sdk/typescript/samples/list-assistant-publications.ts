import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'ast_01jd5k3v6rf0w8m2a4t9x7bq1k';
const { assistants } = client;
for await (const p of assistants.publications(id)) {
  console.log(p.revision, p.madeBy.id, p.evaluationId);
}
