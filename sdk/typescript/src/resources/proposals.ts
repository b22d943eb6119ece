import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  AssistantAutonomy,
  AssistantAutonomyChange,
  AutonomyOfAssistant,
  ListProposalsParams,
  Proposal,
  ProposalFailure,
  SetAssistantAutonomyRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** What assistants would do in conversations, or did. */
export class Proposals extends Resource {
  /** Lists proposals of a conversation, or of one status, newest first. */
  list(params?: ListProposalsParams, options?: RequestOptions): List<Proposal> {
    return this.listOf('/v1/proposals', params, options);
  }

  /** Gets a proposal. */
  get(id: string, options?: RequestOptions): APIPromise<Proposal> {
    return this.transport.request({ method: 'GET', path: `/v1/proposals/${segment(id)}`, options });
  }

  /** Does what a proposal says. */
  accept(id: string, options?: RequestOptions): APIPromise<Proposal> {
    return this.transport.request({ method: 'POST', path: `/v1/proposals/${segment(id)}/accept`, options });
  }

  /** Rejects a proposal: nothing is done. */
  reject(id: string, options?: RequestOptions): APIPromise<Proposal> {
    return this.transport.request({ method: 'POST', path: `/v1/proposals/${segment(id)}/reject`, options });
  }

  /** Undoes what an assistant did. */
  undo(id: string, options?: RequestOptions): APIPromise<Proposal> {
    return this.transport.request({ method: 'POST', path: `/v1/proposals/${segment(id)}/undo`, options });
  }

  /** Lists what failed of proposals, newest first. */
  failures(params?: ListParams, options?: RequestOptions): List<ProposalFailure> {
    return this.listOf('/v1/proposal-failures', params, options);
  }

  /** Gets what an assistant may do by itself: each kind of act, with its evidence. */
  autonomy(assistantId: string, options?: RequestOptions): APIPromise<AutonomyOfAssistant> {
    const path = `/v1/assistants/${segment(assistantId)}/autonomy`;
    return this.transport.request({ method: 'GET', path, options });
  }

  /** Sets what an assistant may do by itself of one kind of act. */
  setAutonomy(
    assistantId: string,
    kind: Proposal['kind'],
    request: SetAssistantAutonomyRequest,
    options?: RequestOptions,
  ): APIPromise<AssistantAutonomy> {
    const path = `/v1/assistants/${segment(assistantId)}/autonomy/${segment(kind)}`;
    return this.transport.request({ method: 'PUT', path, body: request, options });
  }

  /** Lists every step up and back of an assistant, newest first. */
  autonomyChanges(assistantId: string, params?: ListParams, options?: RequestOptions): List<AssistantAutonomyChange> {
    return this.listOf(`/v1/assistants/${segment(assistantId)}/autonomy-changes`, params, options);
  }
}
