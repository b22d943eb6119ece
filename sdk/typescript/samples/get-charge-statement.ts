import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const statement = await client.charges.statement({
  month: '2026-10',
  format: 'csv',
});
console.log(await statement.text());
