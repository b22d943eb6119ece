import { Avatar } from '@mantine/core';
import { initials } from '../lib/format';

const tones = ['teal', 'grape', 'pink', 'indigo', 'orange', 'blue', 'red', 'lime'];

/** A person's initials on a colour that is always theirs. Read by nobody: the name stands beside it. */
export function Face({ name, id, size = 38 }: { name: string; id: string; size?: number }) {
  let sum = 0;
  for (const c of id) sum = (sum * 31 + c.charCodeAt(0)) >>> 0;
  return <Avatar aria-hidden className="face" color={tones[sum % tones.length]} radius="xl" size={size} variant="light">{initials(name)}</Avatar>;
}
