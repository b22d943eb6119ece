import { APIError } from '@service/sdk';
import i18next from 'i18next';

/** What is said at a field: that it is empty in the reader's words, without the name that the API has for it. */
const said = ({ code, detail }: APIError['errors'][number]): string =>
  (code === 'required' && /^\S+ is required( and may not be blank)?\.$/.test(detail) ? i18next.t('error.required') : detail);

const together = (details: string[]): string => [...new Set(details)].join(' ');

/** What the service found wrong with a field, by its JSON pointer; with all that is inside of it. */
export function faultOf(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof APIError)) return undefined;
  const found = error.errors.filter((e) => e.pointer === pointer || e.pointer.startsWith(`${pointer}/`));
  return together(found.map(said)) || undefined;
}

/** Whether every fault of an error stands at one of these fields. */
export const isAtFields = (error: unknown, pointers: readonly string[]): boolean =>
  error instanceof APIError && error.errors.length > 0
  && error.errors.every((e) => pointers.some((p) => e.pointer === p || e.pointer.startsWith(`${p}/`)));

/** What is wrong with each field, by its JSON pointer. */
export function faultsOf(error: unknown): Record<string, string> {
  if (!(error instanceof APIError)) return {};
  return Object.fromEntries(error.errors.map((e) => [e.pointer, said(e)]));
}

/** What is wrong with each field, by the last part of its JSON pointer; the rest by ''. */
export function faultsByName(error: unknown): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [pointer, detail] of Object.entries(faultsOf(error))) {
    const name = pointer.split('/').pop() ?? '';
    faults[name] = together([faults[name] ?? '', detail].filter(Boolean));
  }
  return faults;
}
