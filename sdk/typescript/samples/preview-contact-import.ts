import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const preview = await client.contactImports.preview({
  csv: 'Phone;Full name\n0151 23456789;Ada Lovelace',
  defaultCountry: 'DE',
});
console.log(preview.columns, preview.rows);
