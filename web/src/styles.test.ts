import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// A part's style stays on the page when one goes to another part.
test('a class is styled by one file', () => {
  const owners = new Map<string, Set<string>>();
  const root = import.meta.dirname;
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.css'))) {
    const rules = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
    for (const [, selectors = ''] of rules.matchAll(/([^{}]+)\{/g)) {
      if (selectors.trim().startsWith('@')) continue;
      for (const selector of selectors.split(',')) {
        const classes = new Set(selector.match(/\.[a-zA-Z][\w-]*/g));
        if (classes.size !== 1) continue; // it says where it applies
        const [name = ''] = classes;
        owners.set(name, (owners.get(name) ?? new Set()).add(file));
      }
    }
  }
  expect([...owners].filter(([, files]) => files.size > 1).map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([]);
});
