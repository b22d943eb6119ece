import type { Schemas } from './shared.js';

/** An OpenID provider at which people sign in. */
export type SSOConnection = Schemas['SSOConnection'];

/** A connection to create. */
export type CreateSSOConnectionRequest = Schemas['CreateSSOConnection'];

/** Changes to a connection; absent fields stay. */
export type UpdateSSOConnectionRequest = Schemas['UpdateSSOConnection'];
