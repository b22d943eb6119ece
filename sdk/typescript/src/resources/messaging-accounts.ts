import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { ConnectMessagingAccountRequest, MessagingAccount, RotateTokenRequest, WebhookCheck } from '../types.js';
import { Resource } from './resource.js';

/** The workspace's accounts at the provider. */
export class MessagingAccounts extends Resource {
  /** Lists the accounts with their numbers and their state at the provider. */
  list(params?: ListParams, options?: RequestOptions): List<MessagingAccount> {
    return this.listOf('/v1/messaging-accounts', params, options);
  }

  /** Connects an account with its System User Token and imports its numbers and templates. */
  connect(request: ConnectMessagingAccountRequest, options?: RequestOptions): APIPromise<MessagingAccount> {
    return this.transport.request({ method: 'POST', path: '/v1/messaging-accounts', body: request, options });
  }

  /** Exchanges the System User Token of an account for one that is proved first. */
  rotateToken(id: string, request: RotateTokenRequest, options?: RequestOptions): APIPromise<MessagingAccount> {
    return this.transport.request({ method: 'POST', path: `/v1/messaging-accounts/${segment(id)}/rotate-token`, body: request, options });
  }

  /** Has the provider send something to the callback URL, and says whether it arrived. */
  checkWebhooks(id: string, options?: RequestOptions): APIPromise<WebhookCheck> {
    return this.transport.request({ method: 'POST', path: `/v1/messaging-accounts/${segment(id)}/check-webhooks`, options });
  }
}
