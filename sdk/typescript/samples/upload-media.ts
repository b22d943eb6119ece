import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { id, mimeType, size } = await client.media.upload(
  { url: 'https://example.com/receipt.pdf' },
  // or a file: await openAsBlob('receipt.pdf'),
  { filename: 'receipt.pdf' },
);
console.log(id, mimeType, size);
