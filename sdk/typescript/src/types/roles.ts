import type { Schemas } from './shared.js';

/** A role to create. */
export type CreateRoleRequest = Schemas['CreateRole'];

/** Changes to a role. */
export type UpdateRoleRequest = Schemas['UpdateRole'];

/** What people may do, and which conversations they see. */
export type Role = Schemas['Role'];
