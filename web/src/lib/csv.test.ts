import { expect, test } from 'vitest';
import { csvOf } from './csv';

test('cells are quoted where they must be, and are no formulas', () => {
  expect(csvOf([['a', 'b "c"', 'd,e', null], ['=1+1', '-0.5', -3, '-x']])).toBe('a,"b ""c""","d,e",\r\n\'=1+1,-0.5,-3,\'-x\r\n');
});
