import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
let job = await client.contactImports.create({
  csv: 'Phone;Full name\n+14155550141;Ada Lovelace',
  // or a file: file: await openAsBlob('people.csv'),
  tags: ['fair'],
});
while (job.state === 'running') {
  await new Promise((done) => setTimeout(done, 500));
  job = await client.contactImports.get(job.id);
}
console.log(job.created, job.updated, job.failed);
