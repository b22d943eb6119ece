import { expect, test } from 'vitest';
import { isQuestionMark, takesWords } from './typing';

test('words are typed into fields for words only', () => {
  for (const type of ['text', 'search', 'password', 'number', 'date', 'time']) expect(takesWords({ tagName: 'INPUT', type })).toBe(true);
  for (const type of ['radio', 'checkbox', 'file']) expect(takesWords({ tagName: 'INPUT', type })).toBe(false);
  for (const tagName of ['TEXTAREA', 'SELECT']) expect(takesWords({ tagName })).toBe(true);
  for (const at of [{ tagName: 'BODY' }, { tagName: 'BUTTON', type: 'button' }, null]) expect(takesWords(at)).toBe(false);
  expect(takesWords({ tagName: 'DIV', isContentEditable: true })).toBe(true);
});

test('a question mark is one on every keyboard', () => {
  const pressed = (key: string, held: string[] = []) => ({ key, ctrlKey: held.includes('ctrl'), altKey: held.includes('alt'), metaKey: held.includes('meta'), getModifierState: (name: string) => held.includes(name) });
  for (const key of ['?', '؟']) expect(isQuestionMark(pressed(key))).toBe(true);
  expect(isQuestionMark(pressed('?', ['ctrl', 'alt', 'AltGraph']))).toBe(true);
  expect(isQuestionMark(pressed('?', ['ctrl']))).toBe(false);
  expect(isQuestionMark(pressed('/'))).toBe(false);
});
