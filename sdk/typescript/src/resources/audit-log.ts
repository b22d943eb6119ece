import type { List } from '../list.js';
import type { RequestOptions } from '../transport.js';
import type { AuditAct, AuditLogFilter, ListAuditLogParams } from '../types.js';
import { Resource } from './resource.js';

/** Who did what, when and from where. */
export class AuditLog extends Resource {
  /** Lists administrative acts, newest first. */
  list(params?: ListAuditLogParams, options?: RequestOptions): List<AuditAct> {
    return this.listOf('/v1/audit-log', params, options);
  }

  /** Exports acts as CSV. Read the response with `body` (a stream) or `text()`. */
  export(filter: AuditLogFilter = {}, options?: RequestOptions): Promise<Response> {
    return this.transport.open({ method: 'GET', path: '/v1/audit-log/export', query: filter, options });
  }
}
