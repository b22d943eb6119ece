import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  Board,
  CreateDealReasonRequest,
  CreatePipelineRequest,
  DealReason,
  GetBoardParams,
  ListDealReasonsParams,
  Pipeline,
  UpdatePipelineRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** The stages that deals go through, and why deals are won and lost. */
export class Pipelines extends Resource {
  /** Lists all pipelines with their stages, oldest first. */
  list(params?: ListParams, options?: RequestOptions): List<Pipeline> {
    return this.listOf('/v1/pipelines', params, options);
  }

  /** Creates a pipeline. Won and Lost are added where no stage has these kinds. */
  create(request: CreatePipelineRequest, options?: RequestOptions): APIPromise<Pipeline> {
    return this.transport.request({ method: 'POST', path: '/v1/pipelines', body: request, options });
  }

  /** Returns a pipeline. */
  get(id: string, options?: RequestOptions): APIPromise<Pipeline> {
    return this.transport.request({ method: 'GET', path: `/v1/pipelines/${segment(id)}`, options });
  }

  /** Changes a pipeline. */
  update(id: string, request: UpdatePipelineRequest, options?: RequestOptions): APIPromise<Pipeline> {
    const path = `/v1/pipelines/${segment(id)}`;
    return this.transport.request({ method: 'PATCH', path, body: request, options });
  }

  /** Returns a page of each column, or of one, with what the column has in all. */
  board(id: string, params: GetBoardParams = {}, options?: RequestOptions): APIPromise<Board> {
    const path = `/v1/pipelines/${segment(id)}/board`;
    return this.transport.request({ method: 'GET', path, query: { ...params }, options });
  }

  /** Lists why deals are lost and won, oldest first. */
  reasons(params?: ListDealReasonsParams, options?: RequestOptions): List<DealReason> {
    return this.listOf('/v1/deal-reasons', params, options);
  }

  /** Adds a reason to the list. */
  createReason(request: CreateDealReasonRequest, options?: RequestOptions): APIPromise<DealReason> {
    return this.transport.request({ method: 'POST', path: '/v1/deal-reasons', body: request, options });
  }

  /** Deletes a reason. Deals that name it keep it. */
  deleteReason(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/deal-reasons/${segment(id)}`, options });
  }
}
