import { expect, test } from 'vitest';
import { changesOf, linesOf } from './diff';

const short = (before: string, after: string) => linesOf(before, after).map((l) => ({ same: ' ', added: '+', removed: '-' })[l.kind] + l.text).join('|');

test('keeps the lines that stayed', () => {
  expect(short('a\nb\nc', 'a\nx\nc')).toBe(' a|-b|+x| c');
  expect(short('', 'a')).toBe('+a');
  expect(short('a', '')).toBe('-a');
  expect(short('a\nb', 'a\nb')).toBe(' a| b');
  expect(short('b\na', 'a')).toBe('-b| a');
});

test('tells which values of a configuration changed', () => {
  const before = { tone: 'brief', limits: { perDay: 40 }, languages: ['en'], hours: null };
  const after = { tone: 'brief', limits: { perDay: 20 }, languages: ['en', 'pt'], allowed: [] };
  expect(changesOf(before, after)).toEqual([
    { path: 'limits.perDay', lines: [{ kind: 'removed', text: '40' }, { kind: 'added', text: '20' }] },
    { path: 'languages', lines: [{ kind: 'same', text: 'en' }, { kind: 'added', text: 'pt' }] },
  ]);
});
