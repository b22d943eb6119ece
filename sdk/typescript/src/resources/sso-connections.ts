import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { CreateSSOConnectionRequest, SSOConnection, UpdateSSOConnectionRequest } from '../types.js';
import { Resource } from './resource.js';

/** The OpenID providers at which people sign in. */
export class SSOConnections extends Resource {
  /** Creates a connection. Its client secret is never shown again. */
  create(request: CreateSSOConnectionRequest, options?: RequestOptions): APIPromise<SSOConnection> {
    return this.transport.request({ method: 'POST', path: '/v1/sso-connections', body: request, options });
  }

  /** Lists the connections. */
  list(params?: ListParams, options?: RequestOptions): List<SSOConnection> {
    return this.listOf('/v1/sso-connections', params, options);
  }

  /** Gets a connection. */
  get(id: string, options?: RequestOptions): APIPromise<SSOConnection> {
    return this.transport.request({ method: 'GET', path: `/v1/sso-connections/${segment(id)}`, options });
  }

  /** Changes the given fields of a connection. */
  update(id: string, request: UpdateSSOConnectionRequest, options?: RequestOptions): APIPromise<SSOConnection> {
    return this.transport.request({
      method: 'PATCH',
      path: `/v1/sso-connections/${segment(id)}`,
      body: request,
      options,
    });
  }

  /** Deletes a connection. People stay members. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/sso-connections/${segment(id)}`, options });
  }

  /** Looks for the TXT record that proves a domain. */
  verifyDomain(id: string, domain: string, options?: RequestOptions): APIPromise<SSOConnection> {
    return this.transport.request({
      method: 'POST',
      path: `/v1/sso-connections/${segment(id)}/domains/${segment(domain)}/verify`,
      options,
    });
  }
}
