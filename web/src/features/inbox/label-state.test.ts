import { expect, test } from 'vitest';
import { hasLabel } from './label-state';

test('a label is on all, on some or on none of the conversations', () => {
  const some = [{ labelIds: ['a', 'b'] }, { labelIds: ['a'] }];
  expect(hasLabel(some, 'a')).toBe('all');
  expect(hasLabel(some, 'b')).toBe('some');
  expect(hasLabel(some, 'c')).toBe('none');
  expect(hasLabel([], 'a')).toBe('none');
});
