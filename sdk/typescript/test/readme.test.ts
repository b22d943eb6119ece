// README.md lists every resource of the client with every call, and no other.
// RECORD=1 writes the calls anew; read the diff.
import { readFile, writeFile } from 'node:fs/promises';
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

/** The calls of a resource: those listed before in their order, then new ones. */
function listCalls(calls: string[], before: string): string {
  const listed = [...before.matchAll(/`(\w+)`/g)].map(([, call]) => call!).filter((call) => calls.includes(call));
  return [...new Set([...listed, ...calls])].map((call) => `\`${call}\``).join(', ');
}

test('README.md lists every resource with every call', async () => {
  const file = new URL('../README.md', import.meta.url);
  const text = await readFile(file, 'utf8');
  const table = /(## Every resource\n[^|]*)((?:\|.*\n)+)/.exec(text)!;
  const rows = table[2]!.trimEnd().split('\n').map((row) => row.slice(2, -2).split('|').map((cell) => cell.trim()));
  const [header, , ...resources] = rows;
  const there = callsOf(new ServiceClient({ apiKey: 'sk_test_readme' }));
  expect(there.size).toBeGreaterThan(15);
  expect(resources.map(([path]) => path).sort()).toEqual([...there.keys()].map((path) => `\`${path}\``).sort());

  const listed = [header!, ...resources.map(([path, about, calls]) => [path!, about!, listCalls(there.get(path!.slice(1, -1))!, calls!)])];
  const widths = header!.map((_, column) => Math.max(...listed.map((row) => row[column]!.length)));
  const line = (cells: string[], fill = ' ') => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!, fill)).join(' | ')} |\n`;
  const made = [line(listed[0]!), line(['', '', ''], '-'), ...listed.slice(1).map((row) => line(row))].join('');
  if (process.env.RECORD) await writeFile(file, text.replace(table[2]!, () => made));
  else expect(table[2], 'README.md lists other calls than the client has: run make openapi').toBe(made);
});
