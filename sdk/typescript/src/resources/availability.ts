import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { AvailabilitySpan, ListAvailabilityParams, MemberAvailability, SetAvailabilityRequest } from '../types.js';
import { Resource } from './resource.js';

/** Who takes conversations. */
export class Availability extends Resource {
  /** Lists active members with their availability, by user. */
  list(params?: ListAvailabilityParams, options?: RequestOptions): List<MemberAvailability> {
    return this.listOf('/v1/availability', params, options);
  }

  /** Gets whether a member takes conversations. */
  get(userId: string, options?: RequestOptions): APIPromise<MemberAvailability> {
    return this.transport.request({ method: 'GET', path: `/v1/users/${segment(userId)}/availability`, options });
  }

  /** Says whether a member takes conversations. */
  set(userId: string, request: SetAvailabilityRequest, options?: RequestOptions): APIPromise<MemberAvailability> {
    const path = `/v1/users/${segment(userId)}/availability`;
    return this.transport.request({ method: 'PUT', path, body: request, options });
  }

  /** Lists the availability of a member over time, newest first. */
  log(userId: string, params?: ListParams, options?: RequestOptions): List<AvailabilitySpan> {
    return this.listOf(`/v1/users/${segment(userId)}/availability/log`, params, options);
  }
}
