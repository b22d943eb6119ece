import { ServiceClient } from '@service/sdk';

const client = new ServiceClient({
  apiKey: process.env.SERVICE_API_KEY,
});
const ratings = client.ratings.list({ score: 1 });
for await (const rating of ratings) {
  console.log(rating.episodeId, rating.comment);
}
