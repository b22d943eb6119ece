import { download } from '../../lib/download';

/** A cell; what a program for tables would take for a formula is made a text. */
const cell = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Saves rows as a CSV file. */
export const saveCSV = (rows: (string | number)[][], filename: string): Promise<void> =>
  download(Promise.resolve(new Response(`\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`, { headers: { 'content-type': 'text/csv;charset=utf-8' } })), filename);
