import type { APIPromise } from '../api-promise.js';
import type { RequestOptions } from '../transport.js';
import type { GetWaitingReportParams, GetWindowReportParams, WaitingReport, WindowReport } from '../types.js';
import { Resource } from './resource.js';

/** Figures of the workspace. */
export class Reports extends Resource {
  /** Reports why contacts waited. */
  waiting(params: GetWaitingReportParams = {}, options?: RequestOptions): APIPromise<WaitingReport> {
    return this.transport.request({ method: 'GET', path: '/v1/reports/waiting', query: params, options });
  }

  /** Reports which windows end while contacts wait, and what templates to them cost. */
  window(params: GetWindowReportParams = {}, options?: RequestOptions): APIPromise<WindowReport> {
    return this.transport.request({ method: 'GET', path: '/v1/reports/window', query: params, options });
  }
}
