import type { Schemas } from './shared.js';

/** A team to create. */
export type CreateTeamRequest = Schemas['CreateTeam'];

/** Changes to a team. */
export type UpdateTeamRequest = Schemas['UpdateTeam'];

/** The people of a team. */
export type TeamMembersRequest = Schemas['TeamMembers'];

/** The phone numbers of a team. */
export type TeamNumbersRequest = Schemas['TeamNumbers'];

/** People who work on the same conversations. */
export type Team = Schemas['Team'];
