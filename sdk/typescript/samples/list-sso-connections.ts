import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const connection of client.ssoConnections.list()) {
  console.log(connection.name, connection.issuer);
}
