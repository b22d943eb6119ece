import type { Schemas } from './shared.js';

/** How a person signs in. */
export type CreateSessionRequest = Schemas['CreateSession'];

/** How a person who signed in proves anew who they are. */
export type ConfirmSessionRequest = Schemas['ConfirmSession'];

/** A browser or device in which a person signed in. */
export type Session = Schemas['Session'];

/** Who makes the requests. */
export type Me = Schemas['Me'];

/** What people change of themselves. */
export type UpdateMeRequest = Schemas['UpdateMe'];
