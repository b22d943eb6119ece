import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** What an assistant would do in a conversation, or did. */
export type Proposal = Schemas['Proposal'];

/** What failed of proposals. */
export type ProposalFailure = Schemas['ProposalFailure'];

/** How much an assistant may do of each kind of act. */
export type AutonomyOfAssistant = Schemas['AutonomyOfAssistant'];

/** How much an assistant may do of one kind of act, and what that rests on. */
export type AssistantAutonomy = Schemas['AssistantAutonomy'];

/** A step up or back. */
export type AssistantAutonomyChange = Schemas['AssistantAutonomyChange'];

/** What an assistant may do of one kind of act. */
export type SetAssistantAutonomyRequest = Schemas['SetAssistantAutonomy'];

/** Which proposals to list. */
export interface ListProposalsParams
  extends ListParams,
    Optional<{
      /** Only proposals for this conversation, of every status unless you name one. */
      conversationId: string;
      /** Only proposals of this status; open by default if you name no conversation. */
      status: Proposal['status'];
    }> {}
