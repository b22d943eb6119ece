/** A skill as the service writes it: a letter, then letters, digits and _. */
export const skillOf = (text: string): string => text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/[^a-z0-9]+/g, '_').replace(/^[^a-z]+|_+$/g, '').slice(0, 40);

export const skillsOf = (texts: string[]): string[] => [...new Set(texts.map(skillOf).filter(Boolean))];

/** A key for a new rule, made from its name, that no other rule has. */
export function keyFor(name: string, taken: readonly string[]): string {
  const base = name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/[^a-z0-9]+/g, '_').replace(/^[^a-z]+|_+$/g, '').slice(0, 36) || 'rule';
  let key = base;
  for (let n = 2; taken.includes(key); n++) key = `${base}_${n}`;
  return key;
}
