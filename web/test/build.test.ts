import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const built = new URL('../dist/app/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, built), 'utf8');

/** What a file takes on the way: browsers take Brotli. */
function sent(name: string): number {
  const packed = new URL(`${name}.br`, built);
  return readFileSync(existsSync(packed) ? packed : new URL(name, built)).length;
}

/** The scripts that a page loads before it can be drawn: those of the entry, and all that the part's script imports. */
function needed(names: string[]): Set<string> {
  const all = new Set<string>();
  const add = (name: string) => {
    if (all.has(name)) return;
    all.add(name);
    for (const m of read(name).matchAll(/(?:from|import)\s*["'`]\.\/([\w.~-]+\.js)["'`]/g)) add(`assets/${m[1]}`);
  };
  names.forEach(add);
  return all;
}

test('the inbox loads at most 260 KB of scripts', () => {
  const page = read('index.html');
  const entry = [...page.matchAll(/(?:src|href)="\/app\/(assets\/[\w.~-]+\.js)"/g)].map((m) => m[1]!);
  expect(entry.length).toBeGreaterThan(0);
  const main = [...needed(entry)].map(read).join('\n'); // what the page itself names comes with it
  const inbox = readdirSync(new URL('assets/', built)).filter((n) => /^page-.*\.js$/.test(n)).filter((n) => read(`assets/${n}`).includes('thread-none'));
  expect(inbox).toHaveLength(1);
  expect(main.includes(inbox[0]!)).toBe(true);
  const words = [...main.matchAll(/locales\/en\.json[^"'`]*["'`][^"'`]*?\.\/(en-[\w.~-]+\.js)/g)].map((m) => `assets/${m[1]}`);
  const names = needed([...entry, `assets/${inbox[0]}`, ...words.slice(0, 3)]);
  const bytes = [...names].reduce((n, name) => n + sent(name), 0);
  console.log(`${names.size} scripts, ${Math.round(bytes / 1024)} KB`);
  expect(bytes).toBeLessThanOrEqual(260 * 1024);
  expect([...names].some((n) => n.includes('charts'))).toBe(false);
});

test('the page has no script or style of its own, and a nonce in place', () => {
  const page = read('index.html');
  expect(page).not.toMatch(/<style|style="/);
  expect([...page.matchAll(/<script(?![^>]*src=)/g)]).toHaveLength(0);
  expect(page).toContain('CSP_NONCE');
  expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
});
