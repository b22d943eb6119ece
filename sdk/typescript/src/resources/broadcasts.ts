import type { APIPromise } from '../api-promise.js';
import type { List } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  Broadcast,
  BroadcastFailures,
  BroadcastForecast,
  BroadcastRecipient,
  BroadcastResults,
  CreateBroadcastFromTableRequest,
  CreateBroadcastRequest,
  ExportBroadcastRecipientsParams,
  ListBroadcastRecipientsParams,
  ListBroadcastsParams,
  SendMessageResult,
  TestBroadcastRequest,
  UpdateBroadcastRequest,
} from '../types.js';
import { Resource } from './resource.js';
import { sendTable } from './table.js';

/** One template that is sent to many. */
export class Broadcasts extends Resource {
  /** Lists broadcasts, newest first. */
  list(params?: ListBroadcastsParams, options?: RequestOptions): List<Broadcast> {
    return this.listOf('/v1/broadcasts', params, options);
  }

  /** Creates a draft. Nothing is sent until you start it. */
  create(request: CreateBroadcastRequest, options?: RequestOptions): APIPromise<Broadcast> {
    return this.transport.request({ method: 'POST', path: '/v1/broadcasts', body: request, options });
  }

  /** Creates a draft whose audience is a table, which is read in the background. */
  createFromTable(request: CreateBroadcastFromTableRequest, options?: RequestOptions): APIPromise<Broadcast> {
    return this.transport.request(sendTable('/v1/broadcasts/from-table', 'recipients.csv', request, options));
  }

  /** Returns a broadcast with what became of its recipients so far. */
  get(id: string, options?: RequestOptions): APIPromise<Broadcast> {
    return this.transport.request({ method: 'GET', path: `/v1/broadcasts/${segment(id)}`, options });
  }

  /** Changes a draft, or the limits of a broadcast that is paused. */
  update(id: string, request: UpdateBroadcastRequest, options?: RequestOptions): APIPromise<Broadcast> {
    return this.transport.request({ method: 'PATCH', path: `/v1/broadcasts/${segment(id)}`, body: request, options });
  }

  /** Deletes a draft. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/broadcasts/${segment(id)}`, options });
  }

  /** Says what a broadcast comes to: who gets it, what it costs, how long it takes. */
  forecast(id: string, options?: RequestOptions): APIPromise<BroadcastForecast> {
    return this.transport.request({ method: 'GET', path: `/v1/broadcasts/${segment(id)}/forecast`, options });
  }

  /** Returns what each variant and the holdout came to, and which variant won. */
  results(id: string, options?: RequestOptions): APIPromise<BroadcastResults> {
    return this.transport.request({ method: 'GET', path: `/v1/broadcasts/${segment(id)}/results`, options });
  }

  /** Starts a broadcast, or arms it for its time. */
  start(id: string, options?: RequestOptions): APIPromise<Broadcast> {
    return this.transport.request({ method: 'POST', path: `/v1/broadcasts/${segment(id)}/start`, options });
  }

  /** Pauses a broadcast. */
  pause(id: string, options?: RequestOptions): APIPromise<Broadcast> {
    return this.transport.request({ method: 'POST', path: `/v1/broadcasts/${segment(id)}/pause`, options });
  }

  /** Lets a paused broadcast go on where it stopped. */
  resume(id: string, options?: RequestOptions): APIPromise<Broadcast> {
    return this.transport.request({ method: 'POST', path: `/v1/broadcasts/${segment(id)}/resume`, options });
  }

  /** Cancels a broadcast. What has left goes on. */
  cancel(id: string, options?: RequestOptions): APIPromise<Broadcast> {
    return this.transport.request({ method: 'POST', path: `/v1/broadcasts/${segment(id)}/cancel`, options });
  }

  /** Sends a completed broadcast again to those whose failure allows it. */
  retry(id: string, options?: RequestOptions): APIPromise<Broadcast> {
    return this.transport.request({ method: 'POST', path: `/v1/broadcasts/${segment(id)}/retry`, options });
  }

  /** Returns how many recipients failed, by the reason. */
  failures(id: string, options?: RequestOptions): APIPromise<BroadcastFailures> {
    return this.transport.request({ method: 'GET', path: `/v1/broadcasts/${segment(id)}/failures`, options });
  }

  /** Sends the template of a broadcast to one person. It counts nowhere. */
  test(id: string, request: TestBroadcastRequest, options?: RequestOptions): APIPromise<SendMessageResult> {
    return this.transport.request({
      method: 'POST',
      path: `/v1/broadcasts/${segment(id)}/test`,
      body: request,
      options,
    });
  }

  /** Lists the recipients of a broadcast, each with its message, or why there is none. */
  recipients(id: string, params?: ListBroadcastRecipientsParams, options?: RequestOptions): List<BroadcastRecipient> {
    return this.listOf(`/v1/broadcasts/${segment(id)}/recipients`, params, options);
  }

  /** Returns the recipients of a broadcast as a CSV table. */
  exportRecipients(
    id: string,
    params: ExportBroadcastRecipientsParams = {},
    options?: RequestOptions,
  ): Promise<Response> {
    const path = `/v1/broadcasts/${segment(id)}/recipients/export`;
    return this.transport.open({ method: 'GET', path, query: { ...params }, options });
  }
}
