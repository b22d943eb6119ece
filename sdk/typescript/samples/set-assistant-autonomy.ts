import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const { proposals } = client;
const id = 'ast_01jd5k3v6rf0w8m2a4t9x7bq1k';
const label = await proposals.setAutonomy(id, 'label', {
  enabled: true,
  line: 0.95,
});
console.log(label.state, label.nextLook);
