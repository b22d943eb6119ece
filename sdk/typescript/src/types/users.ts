import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** A person who works here. */
export type User = Schemas['User'];

/** A user with the link of the invitation, where the service mails none. */
export type UserWithInvitation = Schemas['UserWithInvitation'];

/** A person to let in or to invite. */
export type CreateUserRequest = Schemas['CreateUser'];

/** Changes to a user. */
export type UpdateUserRequest = Schemas['UpdateUser'];

/** What goes with a deactivation. */
export type DeactivateUserRequest = Schemas['DeactivateUser'];

/** What came of a deactivation. */
export type DeactivatedUser = Schemas['DeactivatedUser'];

/** What somebody sends who was invited. */
export type AcceptInvitationRequest = Schemas['AcceptInvitation'];

/** What came of accepting an invitation. */
export type AcceptedInvitation = Schemas['AcceptedInvitation'];

/** A new password with the token that was mailed. */
export type CompletePasswordResetRequest = Schemas['CompletePasswordReset'];

/** The signed-in person's new password. */
export type ChangePasswordRequest = Schemas['ChangePassword'];

/** Which users to list. */
export interface ListUsersParams
  extends ListParams,
    Optional<{
      /** Only users in this state. */
      state: User['state'];
      /** Only users with this role. */
      role: string;
    }> {}
