// Every word that a page of a feature asks for by name is in the English words of its feature.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const features = new URL('../src/features/', import.meta.url).pathname;

function files(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    if (statSync(path).isDirectory()) return files(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}

function has(words: unknown, key: string): boolean {
  const plurals = ['', '_one', '_other', '_zero'];
  const parts = key.split('.');
  const last = parts.pop() as string;
  let at = words as Record<string, unknown> | undefined;
  for (const part of parts) at = at?.[part] as Record<string, unknown> | undefined;
  return at !== undefined && typeof at === 'object' && plurals.some((p) => last + p in at);
}

test('words that pages ask for are there', () => {
  const missing: string[] = [];
  let asked = 0;
  for (const feature of readdirSync(features)) {
    let words: unknown;
    try {
      words = JSON.parse(readFileSync(join(features, feature, 'locales/en.json'), 'utf8'));
    } catch {
      continue;
    }
    for (const path of files(join(features, feature))) {
      const text = readFileSync(path, 'utf8');
      const namespaces = [...text.matchAll(/useTranslation\(([^)]*)\)/g)].map((m) => m[1]);
      if (namespaces.length === 0 || namespaces.some((n) => n !== `'${feature}'`)) continue;
      for (const m of text.matchAll(/[^\w.]t\('([\w.]+)'/g)) {
        asked++;
        if (!has(words, m[1] as string)) missing.push(`${path.slice(features.length)}: ${m[1]}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(asked).toBeGreaterThan(500);
});

test('every type of message has a word for a list that shows one without words', () => {
  const api = readFileSync(new URL('../../openapi/openapi.yaml', import.meta.url), 'utf8');
  const types = /enum:((?:\s+- \w+)*\s+- request_welcome(?:\s+- \w+)*)/.exec(api)?.[1]?.match(/\w+/g) ?? [];
  const { wordless } = JSON.parse(readFileSync(new URL('../src/locales/en.json', import.meta.url), 'utf8')) as { wordless: object };
  expect(types.length).toBeGreaterThan(15);
  expect(Object.keys(wordless).toSorted()).toEqual(types.toSorted());
});
