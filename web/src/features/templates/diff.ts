export interface Piece {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** Words, and what stands between them. */
const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

/** In which words a text differs from an earlier one. */
export function diffWords(from: string, to: string): Piece[] {
  const [a, b] = [wordsOf(from), wordsOf(to)];
  // longest[i][j] is how many words a from i and b from j have in common, in order.
  const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) longest[i]![j] = a[i] === b[j] ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!);
  }
  const out: Piece[] = [];
  const put = (kind: Piece['kind'], text: string) => {
    const last = out.at(-1);
    if (last?.kind === kind) last.text += text;
    else out.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      put('same', a[i++]!);
      j++;
    } else if (i < a.length && (j === b.length || longest[i + 1]![j]! >= longest[i]![j + 1]!)) put('gone', a[i++]!);
    else put('new', b[j++]!);
  }
  return out;
}
