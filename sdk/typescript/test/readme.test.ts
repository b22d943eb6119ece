// README.md tells of every resource of the client and of every call.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ServiceClient } from '@service/sdk';

/** The calls of each resource, by its path, such as `ai.providers`. */
function callsOf(part: object, path = ''): Map<string, string[]> {
  const prototype = Object.getPrototypeOf(part) as object;
  const calls = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  const all = new Map(path && calls.length > 0 ? [[path, calls]] : []);
  for (const [name, value] of Object.entries(part)) {
    if (typeof value !== 'object' || value === null || name === 'transport') continue;
    for (const [inner, found] of callsOf(value as object, path ? `${path}.${name}` : name)) all.set(inner, found);
  }
  return all;
}

test('README.md tells of every resource and of every call', async () => {
  const text = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const section = text.slice(text.indexOf('## Every resource'), text.indexOf('A few of them at work'));
  const told = new Map<string, string[]>();
  for (const [, path, calls] of section.matchAll(/^\| `([\w.]*\w)` +\|[^|]+\|(.*)\|$/gm)) {
    told.set(path!, [...calls!.matchAll(/`(\w+)`/g)].map(([, call]) => call!).sort());
  }
  const there = callsOf(new ServiceClient({ apiKey: 'sk_test_readme' }));
  expect(there.size).toBeGreaterThan(15);
  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries([...there].map(([path, calls]) => [path, calls.sort()])),
  );
});
