import type { APIPromise } from '../api-promise.js';
import type { RequestOptions } from '../transport.js';
import type { GetWaitingReportParams, WaitingReport } from '../types.js';
import { Resource } from './resource.js';

/** Figures of the workspace. */
export class Reports extends Resource {
  /** Reports why contacts waited. */
  waiting(params: GetWaitingReportParams = {}, options?: RequestOptions): APIPromise<WaitingReport> {
    return this.transport.request({ method: 'GET', path: '/v1/reports/waiting', query: params, options });
  }
}
