import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  ContactImport,
  ContactImportPreview,
  CreateContactImportRequest,
  RunProblem,
} from '../types.js';
import { Resource } from './resource.js';
import { sendTable } from './table.js';

/** Imports of contacts from tables. */
export class ContactImports extends Resource {
  /** Imports a table in the background; follow it with `get`. */
  create(request: CreateContactImportRequest, options?: RequestOptions): APIPromise<ContactImport> {
    return this.transport.request(sendTable('/v1/contact-imports', 'contacts.csv', request, options));
  }

  /** Shows how an import would read the first rows. Stores nothing. */
  preview(request: CreateContactImportRequest, options?: RequestOptions): APIPromise<ContactImportPreview> {
    return this.transport.request(sendTable('/v1/contact-imports/preview', 'contacts.csv', request, options));
  }

  /** Lists the imports, newest first. */
  list(params?: ListParams, options?: RequestOptions): List<ContactImport> {
    return this.listOf('/v1/contact-imports', params, options);
  }

  /** Gets an import with its progress. */
  get(id: string, options?: RequestOptions): APIPromise<ContactImport> {
    return this.transport.request({ method: 'GET', path: `/v1/contact-imports/${segment(id)}`, options });
  }

  /** Lists the rows that were not imported, in the order of the table. */
  problems(id: string, params?: ListParams, options?: RequestOptions): List<RunProblem> {
    return this.listOf(`/v1/contact-imports/${segment(id)}/problems`, params, options);
  }

  /** Cancels an import. Imported rows stay. */
  cancel(id: string, options?: RequestOptions): APIPromise<ContactImport> {
    return this.transport.request({ method: 'POST', path: `/v1/contact-imports/${segment(id)}/cancel`, options });
  }
}
