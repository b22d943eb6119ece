import { expect, test } from 'vitest';
import { momentIn, shownIn } from './clock';

test('a time by the clock of a zone is a moment, and back', () => {
  expect(momentIn('UTC', '2026-12-01T09:00').toISOString()).toBe('2026-12-01T09:00:00.000Z');
  expect(momentIn('Asia/Tokyo', '2026-12-01T00:30').toISOString()).toBe('2026-11-30T15:30:00.000Z');
  expect(momentIn('Europe/Berlin', '2026-07-01T09:00').toISOString()).toBe('2026-07-01T07:00:00.000Z');
  expect(shownIn('Asia/Kolkata', new Date('2026-12-01T18:30:00Z'))).toBe('2026-12-02T00:00');
});

test('around a change of the clocks, too', () => {
  for (const shown of ['2026-03-28T23:30', '2026-03-29T01:30', '2026-03-29T03:30', '2026-10-25T01:30', '2026-10-25T03:30']) {
    expect(shownIn('Europe/Berlin', momentIn('Europe/Berlin', shown))).toBe(shown);
    expect(shownIn('America/New_York', momentIn('America/New_York', shown))).toBe(shown);
  }
});
