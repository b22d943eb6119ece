import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { data } = await client.messages.failures({
  templateName: 'order_shipped',
});
for (const { count, failureReason } of data) {
  console.log(count, failureReason?.cause);
}
