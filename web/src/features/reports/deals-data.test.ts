import { expect, test } from 'vitest';
import type { Bridge } from '@service/sdk';
import { currencyKey, ordered, spansOf } from './deals-data';

type Line = Bridge['currencies'][number];
const line = (currency: string | null, start: string, parts: [string, number, string][], end: string): Line => ({
  currency, start: { deals: 1, amount: start }, parts: parts.map(([part, count, amount]) => ({ part, count, amount })) as Line['parts'], end: { deals: 2, amount: end },
});

test('each step of a bridge begins where the one before ended', () => {
  const spans = spansOf(line('EUR', '100.00', [['new', 2, '50.00'], ['won', 1, '-120.00']], '30.00'));
  expect(spans.map(({ part, low, high, level }) => [part, low, high, level])).toEqual([['start', 0, 100, true], ['new', 100, 150, false], ['won', 30, 150, false], ['end', 0, 30, true]]);
  expect(spans.map((s) => s.count)).toEqual([1, 2, 1, 2]);
});

test('the currency with most comes first, and none last', () => {
  const lines = [line(null, '0', [['new', 9, '0']], '0'), line('JPY', '1', [], '1'), line('EUR', '1', [['new', 3, '5']], '6')];
  expect(ordered(lines).map((l) => currencyKey(l.currency))).toEqual(['EUR', 'JPY', 'none']);
});
