import type { APIPromise } from '../api-promise.js';
import type { List } from '../list.js';
import type { RequestOptions } from '../transport.js';
import type { SyncTemplatesResult, Template, ListTemplatesParams } from '../types.js';
import { Resource } from './resource.js';

/** The message templates at the provider. */
export class Templates extends Resource {
  /** Lists the templates. */
  list(params?: ListTemplatesParams, options?: RequestOptions): List<Template> {
    return this.listOf('/v1/templates', params, options);
  }

  /** Fetches the templates from the provider again. */
  sync(options?: RequestOptions): APIPromise<SyncTemplatesResult> {
    return this.transport.request({ method: 'POST', path: '/v1/templates/sync', options });
  }
}
