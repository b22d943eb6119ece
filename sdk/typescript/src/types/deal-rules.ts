import type { ListParams } from '../list.js';
import type { RequestOptions } from '../transport.js';
import type { Optional, Schemas } from './shared.js';

/** What makes or moves a deal when something happens in a conversation. */
export type DealRule = Schemas['DealRule'];

/** A new rule of deals. */
export type CreateDealRuleRequest = Schemas['CreateDealRule'];

/** Changes to a rule of deals. */
export type UpdateDealRuleRequest = Schemas['UpdateDealRule'];

/** Options of a change of a rule of deals. */
export interface UpdateDealRuleOptions extends RequestOptions {
  /** The version that you changed: the request fails if it is another one now. */
  ifVersion?: number | undefined;
}

/** What a rule of deals did when it was to act. */
export type DealRuleRun = Schemas['DealRuleRun'];

/** Which runs of a rule to list. */
export interface ListDealRuleRunsParams
  extends ListParams,
    Optional<{
      /** Only runs with this outcome. */
      outcome: DealRuleRun['outcome'];
    }> {}
