import type { APIPromise } from '../api-promise.js';
import type { List } from '../list.js';
import type { RequestOptions } from '../transport.js';
import type {
  GetReportParams,
  GetWaitingReportParams,
  GetWindowReportParams,
  ListReportItemsParams,
  FiguresReport,
  ReportItem,
  ReportName,
  WaitingReport,
  WindowReport,
} from '../types.js';
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

  /** Reports how much there was of something, how long it took, and by whom. */
  get(report: ReportName, params: GetReportParams = {}, options?: RequestOptions): APIPromise<FiguresReport> {
    return this.transport.request({ method: 'GET', path: `/v1/reports/${report}`, query: params, options });
  }

  /** Lists what a number of a report counts, the latest first. */
  items(report: ReportName, params?: ListReportItemsParams, options?: RequestOptions): List<ReportItem> {
    return this.listOf(`/v1/reports/${report}/items`, params, options);
  }

  /** Exports a report as CSV. Read the response with `body` (a stream) or `text()`. */
  export(report: ReportName, params: GetReportParams = {}, options?: RequestOptions): Promise<Response> {
    return this.transport.open({ method: 'GET', path: `/v1/reports/${report}/export`, query: params, options });
  }
}
