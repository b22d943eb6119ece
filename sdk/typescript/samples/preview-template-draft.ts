import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const shown = await client.templates.previewDraft({
  parameterFormat: 'NAMED',
  components: [{ type: 'BODY', text: 'Hi {{name}}, hello.' }],
  parameters: { name: 'Zoë' },
});
console.log(shown.body);
