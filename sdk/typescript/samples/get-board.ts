import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const id = 'pip_01jd5k3v6rf0w8m2a4t9x7bq1q';
const board = await client.pipelines.board(id, { limit: 20 });
for (const column of board.columns) {
  console.log(column.stage.name, column.count);
}
