/** The word that is being written after an @; undefined where none is. */
export function wordAfterAt(text: string, caret: number): string | undefined {
  return /(?:^|\s)@([^\s@]*)$/.exec(text.slice(0, caret))?.[1];
}

/** The ids of those whom a note names after an @, at most as many as the service takes. */
export function mentionedIn(text: string, users: readonly { id: string; name: string }[]): string[] {
  // Longer names first: who is called Ana Costa is meant by @Ana Costa, and not Ana.
  let left = text;
  const ids: string[] = [];
  for (const u of [...users].sort((a, b) => b.name.length - a.name.length)) {
    if (!u.name || !left.includes(`@${u.name}`)) continue;
    left = left.replaceAll(`@${u.name}`, '');
    ids.push(u.id);
  }
  return ids.slice(0, 20);
}
