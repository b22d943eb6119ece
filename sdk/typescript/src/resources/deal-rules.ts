import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  CreateDealRuleRequest,
  DealRule,
  DealRuleRun,
  ListDealRuleRunsParams,
  UpdateDealRuleOptions,
  UpdateDealRuleRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** What makes and moves deals by itself. */
export class DealRules extends Resource {
  /** Lists rules of deals in their order. */
  list(params?: ListParams, options?: RequestOptions): List<DealRule> {
    return this.listOf('/v1/deal-rules', params, options);
  }

  /** Creates a rule of deals. It acts on what happens from then on. */
  create(request: CreateDealRuleRequest, options?: RequestOptions): APIPromise<DealRule> {
    return this.transport.request({ method: 'POST', path: '/v1/deal-rules', body: request, options });
  }

  /** Returns a rule of deals. */
  get(id: string, options?: RequestOptions): APIPromise<DealRule> {
    return this.transport.request({ method: 'GET', path: `/v1/deal-rules/${segment(id)}`, options });
  }

  /** Changes a rule of deals. With ifVersion it fails if somebody changed it meanwhile. */
  update(
    id: string,
    request: UpdateDealRuleRequest,
    { ifVersion, ...options }: UpdateDealRuleOptions = {},
  ): APIPromise<DealRule> {
    const headers = { ...options.headers };
    if (ifVersion !== undefined) headers['If-Match'] = `"${ifVersion}"`;
    const path = `/v1/deal-rules/${segment(id)}`;
    return this.transport.request({ method: 'PATCH', path, body: request, options: { ...options, headers } });
  }

  /** Deletes a rule of deals. The deals that it made stay as they are. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/deal-rules/${segment(id)}`, options });
  }

  /** Lists what a rule made and moved, and why it did not, newest first. */
  runs(id: string, params?: ListDealRuleRunsParams, options?: RequestOptions): List<DealRuleRun> {
    return this.listOf(`/v1/deal-rules/${segment(id)}/runs`, params, options);
  }
}
