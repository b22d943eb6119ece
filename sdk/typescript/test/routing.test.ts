import { expect, test } from 'vitest';
import { json, serve } from './server.js';

test('rules are replaced on condition', async () => {
  const { client, seen } = serve([json(200, {}), json(200, {})]);
  await client.routing.replaceRules({ rules: [] }, { ifVersion: 7, headers: { 'X-Mine': '1' } });
  await client.routing.replaceRules({ rules: [] });
  expect(seen.map(({ headers }) => [headers.get('if-match'), headers.get('x-mine')])).toEqual([['"7"', '1'], [null, null]]);
});
