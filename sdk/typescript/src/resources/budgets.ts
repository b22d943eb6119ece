import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { Budget, BudgetDetail, CreateBudgetRequest, UpdateBudgetRequest } from '../types.js';
import { Resource } from './resource.js';

/** What you mean to spend at most, with alerts and a hard stop. */
export class Budgets extends Resource {
  /** Lists the budgets. */
  list(params?: ListParams, options?: RequestOptions): List<Budget> {
    return this.listOf('/v1/budgets', params, options);
  }

  /** Creates a budget. */
  create(request: CreateBudgetRequest, options?: RequestOptions): APIPromise<Budget> {
    return this.transport.request({ method: 'POST', path: '/v1/budgets', body: request, options });
  }

  /** Returns a budget with how much of it is used up. */
  get(id: string, options?: RequestOptions): APIPromise<BudgetDetail> {
    return this.transport.request({ method: 'GET', path: `/v1/budgets/${segment(id)}`, options });
  }

  /** Changes a budget. */
  update(id: string, request: UpdateBudgetRequest, options?: RequestOptions): APIPromise<Budget> {
    return this.transport.request({ method: 'PATCH', path: `/v1/budgets/${segment(id)}`, body: request, options });
  }

  /** Deletes a budget; a stop that it made ends. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/budgets/${segment(id)}`, options });
  }
}
