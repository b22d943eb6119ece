import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const report = await client.reports.window({
  withinMinutes: 60,
});
console.log(report.count, report.utility.sums);
for (const { conversationId, closesAt } of report.items) {
  console.log(conversationId, closesAt);
}
