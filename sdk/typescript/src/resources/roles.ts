import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { CreateRoleRequest, Role, UpdateRoleRequest } from '../types.js';
import { Resource } from './resource.js';

/** What people may do, and which conversations they see. */
export class Roles extends Resource {
  /** Creates a role. */
  create(request: CreateRoleRequest, options?: RequestOptions): APIPromise<Role> {
    return this.transport.request({ method: 'POST', path: '/v1/roles', body: request, options });
  }

  /** Lists roles. */
  list(params?: ListParams, options?: RequestOptions): List<Role> {
    return this.listOf('/v1/roles', params, options);
  }

  /** Gets a role. */
  get(id: string, options?: RequestOptions): APIPromise<Role> {
    return this.transport.request({ method: 'GET', path: `/v1/roles/${segment(id)}`, options });
  }

  /** Changes a role. */
  update(id: string, request: UpdateRoleRequest, options?: RequestOptions): APIPromise<Role> {
    return this.transport.request({ method: 'PATCH', path: `/v1/roles/${segment(id)}`, body: request, options });
  }

  /** Deletes a role that is not in use. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/roles/${segment(id)}`, options });
  }
}
