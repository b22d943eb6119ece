import type { Call, RequestOptions } from '../transport.js';

/** Timeout for sending a table of up to 512 MiB. */
const uploadTimeout = 600_000;

/** A call that sends a table: as JSON, or as a form if it is a file. */
export function sendTable(path: string, name: string, request: object, options?: RequestOptions): Call {
  const post = { method: 'POST' as const, path, options: { timeout: uploadTimeout, ...options } };
  if (!('file' in request)) return { ...post, body: request };
  const { file, filename, ...how } = request as { file: Blob | Uint8Array; filename?: string };
  const own = file instanceof Blob && 'name' in file ? String(file.name) : undefined;
  const raw = new FormData();
  raw.append('options', JSON.stringify(how));
  raw.append('file', new Blob([file as BlobPart], { type: 'text/csv' }), filename ?? own ?? name);
  return { ...post, raw };
}
