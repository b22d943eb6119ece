import { download } from './download';

type Cell = string | number | boolean | null | undefined;

/** A table for programs of tables: what one of them would take for a formula is text. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string => rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

function cellOf(value: Cell): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Saves rows of the page as a CSV file. */
export const saveCSV = (rows: readonly (readonly Cell[])[], filename: string): Promise<void> =>
  download(Promise.resolve(new Response(new Blob(['\ufeff', csvOf(rows)], { type: 'text/csv' }))), filename);
