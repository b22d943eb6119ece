import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { APIKey, APIKeyWithSecret, CreateAPIKeyRequest, RotateRequest, UpdateAPIKeyRequest } from '../types.js';
import { Resource } from './resource.js';

/** The keys that may use this API. */
export class APIKeys extends Resource {
  /** Creates a key. Only this answer contains the secret key: store it. */
  create(request: CreateAPIKeyRequest, options?: RequestOptions): APIPromise<APIKeyWithSecret> {
    return this.transport.request({ method: 'POST', path: '/v1/api-keys', body: request, options });
  }

  /** Lists the keys without their secrets. */
  list(params?: ListParams, options?: RequestOptions): List<APIKey> {
    return this.listOf('/v1/api-keys', params, options);
  }

  /** Changes the name of a key, or the networks from which it can be used. */
  update(id: string, request: UpdateAPIKeyRequest, options?: RequestOptions): APIPromise<APIKey> {
    return this.transport.request({ method: 'PATCH', path: `/v1/api-keys/${segment(id)}`, body: request, options });
  }

  /** Revokes a key at once. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/api-keys/${segment(id)}`, options });
  }

  /** Creates a key that replaces another. Both work for a day, or as long as you say. */
  rotate(id: string, request?: RotateRequest, options?: RequestOptions): APIPromise<APIKeyWithSecret> {
    return this.transport.request({
      method: 'POST',
      path: `/v1/api-keys/${segment(id)}/rotate`,
      body: request,
      options,
    });
  }
}
