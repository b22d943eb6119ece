import { expect, test } from 'vitest';
import { cardOf, totalsOf } from './sums';

test('charges add up exactly, each currency by itself', () => {
  const rows = [
    { key: '2026-11-01', count: 2, free: 1, unpriced: 0, amount: '0.1', markup: '0', currency: 'USD' },
    { key: '2026-11-01', count: 9, free: 0, unpriced: 0, amount: '0.0456', markup: '0', currency: 'EUR' },
    { key: '2026-11-02', count: 3, free: 0, unpriced: 1, amount: '0.2', markup: '0', currency: 'USD' },
    { key: '2026-11-02', count: 1, free: 0, unpriced: 1, amount: '0', markup: '0', currency: null },
  ];
  expect(totalsOf(rows)).toEqual([
    { currency: 'EUR', count: 9, free: 0, unpriced: 0, amount: '0.0456', markup: '0' },
    { currency: 'USD', count: 5, free: 1, unpriced: 1, amount: '0.3', markup: '0' },
    { currency: null, count: 1, free: 0, unpriced: 1, amount: '0', markup: '0' },
  ]);
});

test('a price has its card and its day', () => {
  expect(cardOf({ rateCard: 'listed 2026-01-01' })).toEqual({ id: 'listed', day: '2026-01-01' });
  expect(cardOf({ rateCard: null })).toBeUndefined();
});
