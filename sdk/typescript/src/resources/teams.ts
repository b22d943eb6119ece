import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  CreateTeamRequest,
  Team,
  TeamMembersRequest,
  TeamNumbersRequest,
  UpdateTeamRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** Teams of people, with their phone numbers. */
export class Teams extends Resource {
  /** Creates a team. */
  create(request: CreateTeamRequest, options?: RequestOptions): APIPromise<Team> {
    return this.transport.request({ method: 'POST', path: '/v1/teams', body: request, options });
  }

  /** Lists teams. */
  list(params?: ListParams, options?: RequestOptions): List<Team> {
    return this.listOf('/v1/teams', params, options);
  }

  /** Gets a team. */
  get(id: string, options?: RequestOptions): APIPromise<Team> {
    return this.transport.request({ method: 'GET', path: `/v1/teams/${segment(id)}`, options });
  }

  /** Changes a team. */
  update(id: string, request: UpdateTeamRequest, options?: RequestOptions): APIPromise<Team> {
    return this.transport.request({ method: 'PATCH', path: `/v1/teams/${segment(id)}`, body: request, options });
  }

  /** Deletes a team that is not in use. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/teams/${segment(id)}`, options });
  }

  /** Replaces the people of a team. */
  setMembers(id: string, request: TeamMembersRequest, options?: RequestOptions): APIPromise<Team> {
    return this.transport.request({ method: 'PUT', path: `/v1/teams/${segment(id)}/members`, body: request, options });
  }

  /** Replaces the phone numbers of a team. */
  setNumbers(id: string, request: TeamNumbersRequest, options?: RequestOptions): APIPromise<Team> {
    return this.transport.request({ method: 'PUT', path: `/v1/teams/${segment(id)}/numbers`, body: request, options });
  }
}
