import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  ContactImport,
  ContactImportError,
  ContactImportPreview,
  CreateContactImportRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** How long the sending of a table may take; the largest one has 512 MiB. */
const uploadTimeout = 600_000;

/** Tables of contacts that are read in. */
export class ContactImports extends Resource {
  /** Imports a table. It is stored and then read in the background: follow it by `get`. */
  create(request: CreateContactImportRequest, options?: RequestOptions): APIPromise<ContactImport> {
    return this.transport.request({ ...call('/v1/contact-imports', request, options) });
  }

  /** Reads the first rows of a table as an import would, and stores nothing. */
  preview(request: CreateContactImportRequest, options?: RequestOptions): APIPromise<ContactImportPreview> {
    return this.transport.request({ ...call('/v1/contact-imports/preview', request, options) });
  }

  /** Lists the imports, newest first. */
  list(params?: ListParams, options?: RequestOptions): List<ContactImport> {
    return this.listOf('/v1/contact-imports', params, options);
  }

  /** Gets an import with how far it has come. */
  get(id: string, options?: RequestOptions): APIPromise<ContactImport> {
    return this.transport.request({ method: 'GET', path: `/v1/contact-imports/${segment(id)}`, options });
  }

  /** Lists what an import did not take, in the order of the table. */
  errors(id: string, params?: ListParams, options?: RequestOptions): List<ContactImportError> {
    return this.listOf(`/v1/contact-imports/${segment(id)}/errors`, params, options);
  }

  /** Stops an import; the rows that were read stay. */
  cancel(id: string, options?: RequestOptions): APIPromise<ContactImport> {
    return this.transport.request({ method: 'POST', path: `/v1/contact-imports/${segment(id)}/cancel`, options });
  }
}

function call(path: string, request: CreateContactImportRequest, options?: RequestOptions) {
  const post = { method: 'POST' as const, path, options: { timeout: uploadTimeout, ...options } };
  if (!('file' in request)) return { ...post, body: request };
  const { file, filename, ...how } = request;
  const own = file instanceof Blob && 'name' in file ? String(file.name) : undefined;
  const raw = new FormData();
  raw.append('options', JSON.stringify(how));
  raw.append('file', new Blob([file as BlobPart], { type: 'text/csv' }), filename ?? own ?? 'contacts.csv');
  return { ...post, raw };
}
