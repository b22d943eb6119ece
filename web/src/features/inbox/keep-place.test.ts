import { expect, test } from 'vitest';
import { freshAbove, shiftOf } from './keep-place';

const rows = 'abcdefghij'.split('');

test('what is read stays where it is when others come above', () => {
  const seen = { keys: rows, first: 4, count: 3 };
  const now = ['x', 'y', ...rows];
  expect(shiftOf(seen, now)).toBe(2);
  expect(freshAbove(seen, now, 2)).toBe(2);
});

test('a row that jumps from the screen to the top takes nothing with it', () => {
  const seen = { keys: rows, first: 4, count: 5 };
  const now = ['f', ...rows.filter((r) => r !== 'f')];
  expect(shiftOf(seen, now)).toBe(0);
  const below = ['j', ...rows.filter((r) => r !== 'j')];
  expect(shiftOf(seen, below)).toBe(1);
  expect(freshAbove(seen, below, 1)).toBe(1);
});

test('rows that are closed above pull the list up', () => {
  const seen = { keys: rows, first: 4, count: 3 };
  expect(shiftOf(seen, rows.slice(2))).toBe(-2);
  expect(freshAbove(seen, rows.slice(2), -2)).toBe(0);
});

test('nothing of it is there any more', () => {
  expect(shiftOf({ keys: rows, first: 4, count: 3 }, ['x', 'y'])).toBe(0);
});
