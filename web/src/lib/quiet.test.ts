import { expect, test } from 'vitest';
import { isQuiet } from './quiet';

const at = (time: string) => new Date(`2026-03-02T${time}:00Z`);

test.each([
  ['22:00', '07:00', '23:10', true],
  ['22:00', '07:00', '06:59', true],
  ['22:00', '07:00', '07:00', false],
  ['12:00', '13:00', '12:30', true],
  ['12:00', '13:00', '11:59', false],
])('quiet from %s until %s: at %s %s', (from, to, time, want) => {
  expect(isQuiet({ timeZone: 'UTC', quietHours: { from, to } }, at(time))).toBe(want);
});

test('quiet hours go by the time zone of whoever set them', () => {
  expect(isQuiet({ timeZone: 'Asia/Kolkata', quietHours: { from: '22:00', to: '07:00' } }, at('17:00'))).toBe(true);
  expect(isQuiet({ timeZone: 'UTC', quietHours: null }, at('23:00'))).toBe(false);
});
