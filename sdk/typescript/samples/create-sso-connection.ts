import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const connection = await client.ssoConnections.create({
  name: 'Lucky Shop',
  issuer: 'https://login.lucky-shop.example',
  clientId: 'crm',
  clientSecret: '2b7e151628aed2a6abf7158809cf4f3c',
  domains: ['lucky-shop.example'],
  groupsClaim: 'groups',
  groupRoles: [{ group: 'support', roleId: 'supervisor' }],
});
console.log(connection.callbackUrl, connection.domains);
