import { expect, test } from 'vitest';
import { waitingRows } from './waiting-rows';

test('each cause of waiting has a column', () => {
  const groups = [
    { id: '2026-11-30', waitCount: 3, waitedMs: 90_400, causes: [{ cause: 'untaken', waitedMs: 60_000, share: 0.66 }, { cause: 'routing', waitedMs: 30_400, share: 0.34 }] },
    { id: '2026-11-29', waitCount: 1, waitedMs: 5000, causes: [{ cause: 'routing', waitedMs: 5000, share: 1 }] },
  ] as Parameters<typeof waitingRows>[0];
  expect(waitingRows(groups, (id) => id, { by: 'Day', waits: 'Waits', total: 'Waited', cause: (c) => `by ${c}` })).toEqual([
    ['Day', 'Waits', 'Waited', 'by untaken', 'by routing'],
    ['2026-11-30', 3, 90, 60, 30],
    ['2026-11-29', 1, 5, 0, 5],
  ]);
});
