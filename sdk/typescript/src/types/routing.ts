import type { ListParams } from '../list.js';
import type { RequestOptions } from '../transport.js';
import type { Optional, Schemas } from './shared.js';

/** All of the new rules. */
export type ReplaceRoutingRulesRequest = Schemas['ReplaceRoutingRules'];

/** How to set the rules. */
export interface ReplaceRoutingRulesOptions extends RequestOptions {
  /** The version that you changed. The call fails with 412 if another one is in force. */
  ifVersion?: number | undefined;
}

/** A rule that goes behind the others. */
export type CreateRoutingRuleRequest = Schemas['CreateRoutingRule'];

/** One of the rules. */
export type SingleRoutingRule = Schemas['SingleRoutingRule'];

/** Changes to the settings of routing. */
export type UpdateRoutingSettingsRequest = Schemas['UpdateRoutingSettings'];

/** The skills and the capacity of a member. */
export type SetRoutingAgentRequest = Schemas['SetRoutingAgent'];

/** How a team shares work. */
export type SetRoutingTeamRequest = Schemas['SetRoutingTeam'];

/** Whose skills and capacity to list. */
export interface ListRoutingAgentsParams
  extends ListParams,
    Optional<{
      /** Only members of this team. */
      teamId: string;
    }> {}

/** A version of the rules. */
export type RoutingRules = Schemas['RoutingRules'];

/** A rule: conditions, and where conversations go that meet them. */
export type RoutingRule = Schemas['RoutingRule'];

/** Where a conversation goes. */
export type RoutingTarget = Schemas['RoutingTarget'];

/** A version of the rules, without the rules themselves. */
export type RoutingRulesVersion = Schemas['RoutingRulesVersion'];

/** What holds for every member. */
export type RoutingSettings = Schemas['RoutingSettings'];

/** What routing knows of a member. */
export type RoutingAgent = Schemas['RoutingAgent'];

/** How conversations of a team find a person. */
export type RoutingTeam = Schemas['RoutingTeam'];

/** Where a conversation went, and why. */
export type RoutingDecision = Schemas['RoutingDecision'];

/** Where a conversation stands in its queue. */
export type QueueStand = Schemas['QueueStand'];

/** A member whom a decision looked at. */
export type RoutingCandidate = Schemas['RoutingCandidate'];

/** A period to go through again, and what is to be different. */
export type CreateRehearsalRequest = Schemas['CreateRehearsal'];

/** What is to be different in a rehearsal. */
export type RehearsalChanges = Schemas['RehearsalChanges'];

/** A period of routing gone through again. */
export type Rehearsal = Schemas['Rehearsal'];

/** What a rehearsal found. */
export type RehearsalResult = Schemas['RehearsalResult'];
