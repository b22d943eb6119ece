import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const broadcast = await client.broadcasts.createFromTable({
  name: 'Shipped',
  templateName: 'order_shipped',
  language: 'en_US',
  parameters: { name: 'you', eta: 'on Friday' },
  csv: 'to,order_number\n+14155550123,A1\n+14155550124,A2',
  // or a file: file: await openAsBlob('orders.csv'),
});
console.log(broadcast.id, broadcast.preparation.total);
