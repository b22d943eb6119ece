import { expect, test } from 'vitest';
import { before, daysOf, firstDayOf, lengthOf, periodOf, plusDays, presets } from './period';

test('a period has its days, and the one before it as many', () => {
  const period = { from: '2026-02-27', to: '2026-03-02' };
  expect(daysOf(period)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  expect(before(period)).toEqual({ from: '2026-02-23', to: '2026-02-26' });
  expect(lengthOf(before(period))).toBe(4);
  expect(plusDays('2024-02-28', 1)).toBe('2024-02-29');
});

test('the address names a period, or the last days count', () => {
  expect(periodOf({ from: '2026-01-05', to: '2026-01-09' }, 7, '2026-11-27')).toEqual({ from: '2026-01-05', to: '2026-01-09' });
  for (const bad of [{}, { from: '2026-01-05' }, { from: '2026-01-05', to: '2026-01-04' }, { from: '2026-13-05', to: '2026-13-06' }]) {
    expect(periodOf(bad, 7, '2026-11-27')).toEqual({ from: '2026-11-21', to: '2026-11-27' });
  }
});

test('months begin on their first day', () => {
  expect(presets('2026-01-15').lastMonth).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(presets('2026-01-15').thisMonth).toEqual({ from: '2026-01-01', to: '2026-01-15' });
});

test('the last week ends before this one began, whichever day weeks begin on', () => {
  expect(presets('2026-11-30').lastWeek).toEqual({ from: '2026-11-23', to: '2026-11-29' }); // a Monday
  expect(presets('2026-11-30', 7).lastWeek).toEqual({ from: '2026-11-22', to: '2026-11-28' });
  expect(presets('2026-11-29', 7).lastWeek).toEqual({ from: '2026-11-22', to: '2026-11-28' }); // a Sunday
  expect(presets('2026-11-29').lastWeek).toEqual({ from: '2026-11-16', to: '2026-11-22' });
});

test('weeks begin as in the region of the browser, if it has the language of the page', () => {
  expect(firstDayOf('en', 'en-US')).toBe(7);
  expect(firstDayOf('en', 'en-GB')).toBe(1);
  expect(firstDayOf('de', 'en-US')).toBe(1);
});
