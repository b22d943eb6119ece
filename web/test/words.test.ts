import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const src = new URL('../src/', import.meta.url);
const inFeatures = readdirSync(new URL('features/', src), { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('locales'));
const folders = ['locales/', ...inFeatures.map((f) => `features/${f}/`)];
const forms = /_(zero|one|two|few|many|other)$/;

type Words = { [key: string]: string | Words };

/** The keys of a file with the values that its texts name; all forms of a plural count as one. */
function flat(words: Words, before = ''): Map<string, string> {
  const out = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') out.set(before + key.replace(forms, ''), [...value.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1]).sort().join());
    else for (const [k, v] of flat(value, `${before}${key}.`)) out.set(k, v);
  }
  return out;
}

const load = (folder: string, language: string) => JSON.parse(readFileSync(new URL(`${folder}${language}.json`, src), 'utf8')) as Words;

for (const folder of folders) {
  for (const language of ['es', 'pt', 'hi', 'ar']) {
    test(`${folder} has all words in ${language}`, () => {
      const [wanted, have] = [flat(load(folder, 'en')), flat(load(folder, language))];
      expect([...wanted.keys()].filter((k) => !have.has(k))).toEqual([]);
      expect([...have.keys()].filter((k) => !wanted.has(k))).toEqual([]);
    });
  }
}

test('plurals have every form of their language', () => {
  for (const folder of folders) {
    for (const language of ['en', 'es', 'pt', 'hi', 'ar']) {
      const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((c) => language === 'ar' || c !== 'many');
      const walk = (words: Words, before: string): void => {
        for (const [key, value] of Object.entries(words)) {
          if (typeof value !== 'string') walk(value, `${before}${key}.`);
          else if (key.endsWith('_other')) for (const form of needed) expect(words, `${folder}${language}: ${before}${key}`).toHaveProperty(key.replace(forms, `_${form}`));
        }
      };
      walk(load(folder, language), '');
    }
  }
});
