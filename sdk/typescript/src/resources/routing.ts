import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  CreateRehearsalRequest,
  CreateRoutingRuleRequest,
  ListRoutingAgentsParams,
  Rehearsal,
  ReplaceRoutingRulesOptions,
  ReplaceRoutingRulesRequest,
  RoutingAgent,
  RoutingRules,
  RoutingRulesVersion,
  RoutingSettings,
  RoutingTeam,
  SetRoutingAgentRequest,
  SetRoutingTeamRequest,
  SingleRoutingRule,
  UpdateRoutingSettingsRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** Where conversations go: rules, skills and capacity, how teams share work. */
export class Routing extends Resource {
  /** Gets the rules in force. */
  rules(options?: RequestOptions): APIPromise<RoutingRules> {
    return this.transport.request({ method: 'GET', path: '/v1/routing/rules', options });
  }

  /** Sets the rules, all of them. */
  replaceRules(
    request: ReplaceRoutingRulesRequest,
    { ifVersion, ...options }: ReplaceRoutingRulesOptions = {},
  ): APIPromise<RoutingRules> {
    const headers = { ...options.headers };
    if (ifVersion !== undefined) headers['If-Match'] = `"${ifVersion}"`;
    return this.transport.request({
      method: 'PUT',
      path: '/v1/routing/rules',
      body: request,
      options: { ...options, headers },
    });
  }

  /** Lists the versions of the rules, newest first. */
  versions(params?: ListParams, options?: RequestOptions): List<RoutingRulesVersion> {
    return this.listOf('/v1/routing/rules/versions', params, options);
  }

  /** Gets a version of the rules. */
  version(version: number, options?: RequestOptions): APIPromise<RoutingRules> {
    return this.transport.request({ method: 'GET', path: `/v1/routing/rules/versions/${version}`, options });
  }

  /** Puts a rule behind the others. */
  createRule(request: CreateRoutingRuleRequest, options?: RequestOptions): APIPromise<SingleRoutingRule> {
    return this.transport.request({ method: 'POST', path: '/v1/routing-rules', body: request, options });
  }

  /** Lists the rules in their order. */
  listRules(params?: ListParams, options?: RequestOptions): List<SingleRoutingRule> {
    return this.listOf('/v1/routing-rules', params, options);
  }

  /** Removes a rule. */
  deleteRule(key: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/routing-rules/${segment(key)}`, options });
  }

  /** Gets what holds for every member. */
  settings(options?: RequestOptions): APIPromise<RoutingSettings> {
    return this.transport.request({ method: 'GET', path: '/v1/routing/settings', options });
  }

  /** Changes what holds for every member. */
  updateSettings(request: UpdateRoutingSettingsRequest, options?: RequestOptions): APIPromise<RoutingSettings> {
    return this.transport.request({ method: 'PATCH', path: '/v1/routing/settings', body: request, options });
  }

  /** Lists the skills and capacity of active members, by user. */
  agents(params?: ListRoutingAgentsParams, options?: RequestOptions): List<RoutingAgent> {
    return this.listOf('/v1/routing/agents', params, options);
  }

  /** Sets the skills and capacity of a member, both of them. */
  setAgent(userId: string, request: SetRoutingAgentRequest, options?: RequestOptions): APIPromise<RoutingAgent> {
    const path = `/v1/routing/agents/${segment(userId)}`;
    return this.transport.request({ method: 'PUT', path, body: request, options });
  }

  /** Gets how a team shares work. */
  team(teamId: string, options?: RequestOptions): APIPromise<RoutingTeam> {
    return this.transport.request({ method: 'GET', path: `/v1/routing/teams/${segment(teamId)}`, options });
  }

  /** Sets how a team shares work, all of it. */
  setTeam(teamId: string, request: SetRoutingTeamRequest, options?: RequestOptions): APIPromise<RoutingTeam> {
    const path = `/v1/routing/teams/${segment(teamId)}`;
    return this.transport.request({ method: 'PUT', path, body: request, options });
  }

  /** Goes through a past period again, in the background; follow it with `rehearsal`. */
  createRehearsal(request: CreateRehearsalRequest, options?: RequestOptions): APIPromise<Rehearsal> {
    return this.transport.request({ method: 'POST', path: '/v1/routing/rehearsals', body: request, options });
  }

  /** Lists the rehearsals, newest first. */
  rehearsals(params?: ListParams, options?: RequestOptions): List<Rehearsal> {
    return this.listOf('/v1/routing/rehearsals', params, options);
  }

  /** Gets a rehearsal with its progress and, once it is completed, what it found. */
  rehearsal(id: string, options?: RequestOptions): APIPromise<Rehearsal> {
    return this.transport.request({ method: 'GET', path: `/v1/routing/rehearsals/${segment(id)}`, options });
  }

  /** Cancels a rehearsal. */
  cancelRehearsal(id: string, options?: RequestOptions): APIPromise<Rehearsal> {
    const path = `/v1/routing/rehearsals/${segment(id)}/cancel`;
    return this.transport.request({ method: 'POST', path, options });
  }
}
