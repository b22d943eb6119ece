// Fields that are no fields for words: a letter does nothing in them.
const wordless = new Set(['radio', 'checkbox', 'button', 'submit', 'reset', 'file', 'range', 'color', 'image']);

/** Whether somebody types words at a place of the page, so that a single key is one of theirs. */
export function takesWords(at: { tagName?: string; type?: string; isContentEditable?: boolean } | null): boolean {
  if (at?.isContentEditable) return true;
  if (at?.tagName === 'INPUT') return !wordless.has(at.type ?? '');
  return at?.tagName === 'TEXTAREA' || at?.tagName === 'SELECT';
}

/** Whether a key is the question mark, wherever a keyboard has it: with Shift, with AltGr or alone. */
export function isQuestionMark(e: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'getModifierState'>): boolean {
  return ['?', '؟', '？'].includes(e.key) && (e.getModifierState('AltGraph') || !(e.ctrlKey || e.altKey || e.metaKey));
}
