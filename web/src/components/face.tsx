import type { CSSProperties } from 'react';
import { initials } from '../lib/format';

const tones = ['teal', 'grape', 'pink', 'indigo', 'orange', 'blue', 'red', 'lime'];

/** A person's initials on a colour that is always theirs. Read by nobody: the name stands beside it. */
export function Face({ name, id, size = 38 }: { name: string; id: string; size?: number }) {
  let sum = 0;
  for (const c of id) sum = (sum * 31 + c.charCodeAt(0)) >>> 0;
  const tone = `var(--mantine-color-${tones[sum % tones.length]}-light`;
  return <span aria-hidden className="face" style={{ '--face': `${size}px`, '--face-back': `${tone})`, '--face-text': `${tone}-color)` } as CSSProperties}>{initials(name)}</span>;
}
