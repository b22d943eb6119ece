import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const file of client.media.list()) {
  console.log(file.id, file.mimeType, file.filename);
}
