import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
let job = await client.dealImports.create({
  csv: 'Title;Stage;Amount\nForty chairs;New;4800.00',
  // or a file: file: await openAsBlob('deals.csv'),
});
while (job.state === 'running') {
  await new Promise((done) => setTimeout(done, 500));
  job = await client.dealImports.get(job.id);
}
console.log(job.created, job.skipped, job.failed);
