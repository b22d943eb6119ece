import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** What somebody of the business told a contact to do by a time. */
export type ContactPromise = Schemas['ContactPromise'];

/** A new promise. */
export type CreatePromiseRequest = Schemas['CreatePromise'];

/** Changes to a promise. */
export type UpdatePromiseRequest = Schemas['UpdatePromise'];

/** Which promises to list. */
export interface ListPromisesParams
  extends ListParams,
    Optional<{
      /** Only promises of this status; open by default. */
      status: ContactPromise['status'];
      /** Only promises that this user keeps. */
      userId: string;
      /** Only promises that are due before this time. */
      until: Date | string;
    }> {}
