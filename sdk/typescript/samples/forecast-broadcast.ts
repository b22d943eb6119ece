import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const forecast = await client.broadcasts.forecast(
  'bct_01jd5k3v6rf0w8m2a4t9x7bq1u',
);
console.log(forecast.recipients, forecast.charge.worst);
