import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const preview = await client.dealImports.preview({
  csv: 'Title;Stage;Amount\nForty chairs;New;4800.00',
});
console.log(preview.columns, preview.rows);
