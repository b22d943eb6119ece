import type { APIPromise } from '../api-promise.js';
import type { List } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  AcceptedInvitation,
  AcceptInvitationRequest,
  ChangePasswordRequest,
  CompletePasswordResetRequest,
  CreateUserRequest,
  DeactivatedUser,
  DeactivateUserRequest,
  ListUsersParams,
  UpdateUserRequest,
  User,
  UserWithInvitation,
} from '../types.js';
import { Resource } from './resource.js';

/** The people who work here. */
export class Users extends Resource {
  /** Lets a person in, or invites them. */
  create(request: CreateUserRequest, options?: RequestOptions): APIPromise<UserWithInvitation> {
    return this.transport.request({ method: 'POST', path: '/v1/users', body: request, options });
  }

  /** Lists users, oldest first. */
  list(params?: ListUsersParams, options?: RequestOptions): List<User> {
    return this.listOf('/v1/users', params, options);
  }

  /** Gets a user. */
  get(id: string, options?: RequestOptions): APIPromise<User> {
    return this.transport.request({ method: 'GET', path: `/v1/users/${segment(id)}`, options });
  }

  /** Changes the role or the name of a user. */
  update(id: string, request: UpdateUserRequest, options?: RequestOptions): APIPromise<User> {
    return this.transport.request({ method: 'PATCH', path: `/v1/users/${segment(id)}`, body: request, options });
  }

  /** Ends the work of a user: sessions, live streams, invitation. */
  deactivate(id: string, request?: DeactivateUserRequest, options?: RequestOptions): APIPromise<DeactivatedUser> {
    const path = `/v1/users/${segment(id)}/deactivate`;
    return this.transport.request({ method: 'POST', path, body: request ?? {}, options });
  }

  /** Lets a deactivated user work again. */
  reactivate(id: string, options?: RequestOptions): APIPromise<User> {
    return this.transport.request({ method: 'POST', path: `/v1/users/${segment(id)}/reactivate`, options });
  }

  /** Sends an invitation again. The earlier link stops working. */
  sendInvitation(id: string, options?: RequestOptions): APIPromise<UserWithInvitation> {
    return this.transport.request({ method: 'POST', path: `/v1/users/${segment(id)}/invitation`, options });
  }

  /** Takes an invitation back. */
  withdrawInvitation(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/users/${segment(id)}/invitation`, options });
  }

  /** Accepts an invitation with the token of its link. */
  acceptInvitation(request: AcceptInvitationRequest, options?: RequestOptions): APIPromise<AcceptedInvitation> {
    return this.transport.request({ method: 'POST', path: '/v1/invitations/accept', body: request, options });
  }

  /** Mails a link for a new password, if somebody has the address. */
  requestPasswordReset(email: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'POST', path: '/v1/password-resets', body: { email }, options });
  }

  /** Chooses a new password with the token of the link that was mailed. */
  completePasswordReset(request: CompletePasswordResetRequest, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'POST', path: '/v1/password-resets/complete', body: request, options });
  }

  /** Changes the password of the person who is signed in. */
  changePassword(request: ChangePasswordRequest, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'POST', path: '/v1/me/password', body: request, options });
  }
}
