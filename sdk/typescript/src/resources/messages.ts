import type { APIPromise } from '../api-promise.js';
import type { List } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  MarkReadRequest,
  Message,
  ListMessagesParams,
  SendBatchRequest,
  SendBatchResult,
  SendMessageRequest,
  SendMessageResult,
} from '../types.js';
import { Resource } from './resource.js';

/** Send messages and follow what becomes of them. */
export class Messages extends Resource {
  /**
   * Sends a message. When the promise resolves, the message is stored for good
   * and on its way; `messages.status_updated` events tell the rest.
   */
  send(request: SendMessageRequest, options?: RequestOptions): APIPromise<SendMessageResult> {
    return this.transport.request({ method: 'POST', path: '/v1/messages', body: request, options });
  }

  /** Sends up to 1,000 messages. Each has its own result: some may be refused while others are sent. */
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

  /** Shows the contact that an incoming message, and those before it, were read; with `typing` also that an answer comes. */
  markRead(id: string, request?: MarkReadRequest, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({
      method: 'POST',
      path: `/v1/messages/${segment(id)}/read`,
      body: request ?? {},
      options,
    });
  }
}
