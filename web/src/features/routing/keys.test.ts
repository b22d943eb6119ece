import { expect, test } from 'vitest';
import { keyFor, skillsOf } from './keys';

test('a key is made from the name and is unique', () => {
  expect(keyFor('Geld zurück!', [])).toBe('geld_zuruck');
  expect(keyFor('Refunds', ['refunds', 'refunds_2'])).toBe('refunds_3');
  expect(keyFor('شكاوى', [])).toBe('rule');
  expect(keyFor('24 hours', [])).toBe('hours');
});

test('skills are written as the service wants them', () => {
  expect(skillsOf(['German', 'Português ', 'german', '!!'])).toEqual(['german', 'portugues']);
});
