/** A line of a text that changed: it stayed, came, or went. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** How a text became another, line by line, with as many lines kept as possible. */
export function linesOf(before: string, after: string): DiffLine[] {
  const a = before === '' ? [] : before.split('\n');
  const b = after === '' ? [] : after.split('\n');
  // kept[i][j]: how many lines of a from i and of b from j can be kept
  const kept = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) kept[i]![j] = a[i] === b[j] ? kept[i + 1]![j + 1]! + 1 : Math.max(kept[i + 1]![j]!, kept[i]![j + 1]!);
  }
  const out: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      out.push({ kind: 'same', text: a[i++]! });
      j++;
    } else if (j >= b.length || (i < a.length && kept[i + 1]![j]! >= kept[i]![j + 1]!)) out.push({ kind: 'removed', text: a[i++]! });
    else out.push({ kind: 'added', text: b[j++]! });
  }
  return out;
}

/** Every value within an object, by its path such as limits.perDay. Lists are one value. */
export function flat(value: unknown, path = ''): Map<string, string> {
  const out = new Map<string, string>();
  if (value === null || value === undefined) return out;
  if (Array.isArray(value)) {
    if (value.length > 0) out.set(path, value.map((v) => (typeof v === 'object' ? Object.values(v as object).join(' ') : String(v))).join('\n'));
  } else if (typeof value === 'object') {
    for (const [key, v] of Object.entries(value)) for (const [p, text] of flat(v, path ? `${path}.${key}` : key)) out.set(p, text);
  } else if (value !== '' && value !== false) out.set(path, String(value));
  return out;
}

/** What differs between two configurations: the paths in order, with the lines of each. */
export function changesOf(before: unknown, after: unknown): { path: string; lines: DiffLine[] }[] {
  const [a, b] = [flat(before), flat(after)];
  return [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path)).map((path) => ({ path, lines: linesOf(a.get(path) ?? '', b.get(path) ?? '') }));
}
