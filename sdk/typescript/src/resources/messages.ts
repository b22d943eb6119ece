import type { APIPromise } from '../api-promise.js';
import type { List } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  FailureReasons,
  FailureSummary,
  GetFailuresParams,
  MarkReadRequest,
  Message,
  ListMessagesParams,
  SendBatchRequest,
  SendBatchResult,
  SendMessageRequest,
  SendMessageResult,
} from '../types.js';
import { Resource } from './resource.js';

/** Send messages and follow their status. */
export class Messages extends Resource {
  /**
   * Sends a message. When the promise resolves, the message is stored durably and
   * on its way. `messages.status_updated` events report its status.
   */
  send(request: SendMessageRequest, options?: RequestOptions): APIPromise<SendMessageResult> {
    return this.transport.request({ method: 'POST', path: '/v1/messages', body: request, options });
  }

  /** Sends up to 1,000 messages. Each has its own result: some may be refused and others sent. */
  sendBatch(request: SendBatchRequest, options?: RequestOptions): APIPromise<SendBatchResult> {
    return this.transport.request({ method: 'POST', path: '/v1/messages/batch', body: request, options });
  }

  /** Lists messages, newest first. */
  list(params?: ListMessagesParams, options?: RequestOptions): List<Message> {
    return this.listOf('/v1/messages', params, options);
  }

  /** Gets a message with its timeline. */
  get(id: string, options?: RequestOptions): APIPromise<Message> {
    return this.transport.request({ method: 'GET', path: `/v1/messages/${segment(id)}`, options });
  }

  /** Cancels a message that is still scheduled or queued. */
  cancel(id: string, options?: RequestOptions): APIPromise<Message> {
    return this.transport.request({ method: 'POST', path: `/v1/messages/${segment(id)}/cancel`, options });
  }

  /** Explains every code with which the provider refuses or does not deliver a message. */
  failureReasons(options?: RequestOptions): APIPromise<FailureReasons> {
    return this.transport.request({ method: 'GET', path: '/v1/failure-reasons', options });
  }

  /** Returns how many messages failed in a period, by the reason. */
  failures(params: GetFailuresParams = {}, options?: RequestOptions): APIPromise<FailureSummary> {
    return this.transport.request({ method: 'GET', path: '/v1/failures', query: { ...params }, options });
  }

  /** Marks an incoming message and earlier ones as read; `typing` also shows that an answer is coming. */
  markRead(id: string, request?: MarkReadRequest, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({
      method: 'POST',
      path: `/v1/messages/${segment(id)}/read`,
      body: request ?? {},
      options,
    });
  }
}
