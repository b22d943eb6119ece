import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
for await (const s of client.sessions.list()) {
  console.log(s.userAgent, s.ip, s.seenAt, s.current);
}
