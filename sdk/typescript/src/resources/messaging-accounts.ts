import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import type { RequestOptions } from '../transport.js';
import type { ConnectMessagingAccountRequest, MessagingAccount } from '../types.js';
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
}
