import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gather, nextPause } from './pace';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a list is read soon after a quiet time, and seldom in a busy one', () => {
  expect(nextPause(1000, 60_000, 1)).toBe(1000);
  let pause = 1000;
  const waited = [1, 2, 3].map(() => (pause = nextPause(pause, pause + 100, 1)));
  expect(waited).toEqual([2000, 4000, 4000]);
  expect(nextPause(4000, 9000, 1)).toBe(1000);
});

test('a list of many pages is read more seldom', () => {
  expect(nextPause(1000, 60_000, 4)).toBe(1000);
  expect(nextPause(1000, 60_000, 40)).toBe(10_000);
});

test('names come together, the first at once', () => {
  const taken: string[][] = [];
  const rows = gather(30, 500, (names) => taken.push([...names]));
  for (const name of ['a', 'b', 'a']) rows.add(name);
  vi.advanceTimersByTime(30);
  expect(taken).toEqual([['a', 'b']]);
  rows.add('a');
  vi.advanceTimersByTime(400);
  rows.add('c');
  expect(taken).toHaveLength(1);
  vi.advanceTimersByTime(100);
  expect(taken[1]).toEqual(['a', 'c']);
  vi.advanceTimersByTime(5000);
  rows.add('d');
  vi.advanceTimersByTime(30);
  expect(taken[2]).toEqual(['d']);
  rows.add('e');
  rows.stop();
  vi.advanceTimersByTime(5000);
  expect(taken).toHaveLength(3);
});
