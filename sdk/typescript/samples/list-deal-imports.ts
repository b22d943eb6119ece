import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const job of client.dealImports.list()) {
  console.log(job.filename, job.state, job.done);
}
