import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** A text that people send again and again. */
export type CannedReply = Schemas['CannedReply'];

/** A new canned reply. */
export type CreateCannedReplyRequest = Schemas['CreateCannedReply'];

/** Changes to a canned reply. */
export type UpdateCannedReplyRequest = Schemas['UpdateCannedReply'];

/** The conversation whose values are put in. */
export type FillCannedReplyRequest = Schemas['FillCannedReply'];

/** A canned reply as it reads in a conversation. */
export type FilledCannedReply = Schemas['FilledCannedReply'];

/** Which canned replies to list. */
export interface ListCannedRepliesParams
  extends ListParams,
    Optional<{
      /** Only replies whose shortcut begins with this, in any case. */
      shortcut: string;
    }> {}
