import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { CreateDealImportRequest, DealImport, DealImportPreview, RunProblem } from '../types.js';
import { Resource } from './resource.js';
import { sendTable } from './table.js';

/** Imports of deals from tables. */
export class DealImports extends Resource {
  /** Imports a table in the background; follow it with `get`. */
  create(request: CreateDealImportRequest, options?: RequestOptions): APIPromise<DealImport> {
    return this.transport.request(sendTable('/v1/deal-imports', 'deals.csv', request, options));
  }

  /** Shows how an import would read the first lines. Stores nothing. */
  preview(request: CreateDealImportRequest, options?: RequestOptions): APIPromise<DealImportPreview> {
    return this.transport.request(sendTable('/v1/deal-imports/preview', 'deals.csv', request, options));
  }

  /** Lists the imports, newest first. */
  list(params?: ListParams, options?: RequestOptions): List<DealImport> {
    return this.listOf('/v1/deal-imports', params, options);
  }

  /** Gets an import with its progress. */
  get(id: string, options?: RequestOptions): APIPromise<DealImport> {
    return this.transport.request({ method: 'GET', path: `/v1/deal-imports/${segment(id)}`, options });
  }

  /** Lists the lines that were not imported, in the order of the table. */
  problems(id: string, params?: ListParams, options?: RequestOptions): List<RunProblem> {
    return this.listOf(`/v1/deal-imports/${segment(id)}/problems`, params, options);
  }

  /** Exports the lines that were not imported as a CSV table, which is read as it comes. */
  exportProblems(id: string, options?: RequestOptions): Promise<Response> {
    return this.transport.open({ method: 'GET', path: `/v1/deal-imports/${segment(id)}/problems/export`, options });
  }

  /** Cancels an import. Deals that were made stay. */
  cancel(id: string, options?: RequestOptions): APIPromise<DealImport> {
    return this.transport.request({ method: 'POST', path: `/v1/deal-imports/${segment(id)}/cancel`, options });
  }
}
