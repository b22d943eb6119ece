// Copies the TypeScript snippets of README.md into test/readme, where the
// type check finds them, so that the README cannot show code that does not
// compile.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';

const out = new URL('../test/readme/', import.meta.url);
const text = await readFile(new URL('../README.md', import.meta.url), 'utf8');
const snippets = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await Promise.all(snippets.map((code, i) => writeFile(new URL(`snippet-${i + 1}.ts`, out), `${code}export {};\n`)));
