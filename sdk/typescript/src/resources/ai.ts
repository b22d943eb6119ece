import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  AICall,
  ListAICallsParams,
  AINotice,
  AIProvider,
  AIProviderTest,
  AISettings,
  AIUsage,
  GetAIUsageParams,
  CreateAIProviderRequest,
  UpdateAIProviderRequest,
  UpdateAISettingsRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** The language models behind automated replies. */
export class AIProviders extends Resource {
  /** Adds a language model. Its key is never shown again. */
  create(request: CreateAIProviderRequest, options?: RequestOptions): APIPromise<AIProvider> {
    return this.transport.request({ method: 'POST', path: '/v1/ai/providers', body: request, options });
  }

  /** Lists the language models with their health. */
  list(params?: ListParams, options?: RequestOptions): List<AIProvider> {
    return this.listOf('/v1/ai/providers', params, options);
  }

  /** Gets a language model. */
  get(id: string, options?: RequestOptions): APIPromise<AIProvider> {
    return this.transport.request({ method: 'GET', path: `/v1/ai/providers/${segment(id)}`, options });
  }

  /** Changes the given fields of a language model. */
  update(id: string, request: UpdateAIProviderRequest, options?: RequestOptions): APIPromise<AIProvider> {
    return this.transport.request({ method: 'PATCH', path: `/v1/ai/providers/${segment(id)}`, body: request, options });
  }

  /** Removes a language model. Its recorded calls stay. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/ai/providers/${segment(id)}`, options });
  }

  /** Makes one small real call, which may cost money. */
  test(id: string, options?: RequestOptions): APIPromise<AIProviderTest> {
    return this.transport.request({ method: 'POST', path: `/v1/ai/providers/${segment(id)}/test`, options });
  }
}

/** The usage of language models. */
export class AI extends Resource {
  /** The language models. */
  readonly providers: AIProviders = new AIProviders(this.transport);

  /** Sums up calls, tokens, cost, latency and cache savings. */
  usage(params?: GetAIUsageParams, options?: RequestOptions): APIPromise<AIUsage> {
    return this.transport.request({ method: 'GET', path: '/v1/ai/usage', query: { ...params }, options });
  }

  /** Lists all calls, including failed ones, newest first. */
  calls(params?: ListAICallsParams, options?: RequestOptions): List<AICall> {
    return this.listOf('/v1/ai/calls', params, options);
  }

  /** Gets the switch, the budget and today's usage. */
  settings(options?: RequestOptions): APIPromise<AISettings> {
    return this.transport.request({ method: 'GET', path: '/v1/ai/settings', options });
  }

  /** Changes the switch or the budget. */
  updateSettings(request: UpdateAISettingsRequest, options?: RequestOptions): APIPromise<AISettings> {
    return this.transport.request({ method: 'PATCH', path: '/v1/ai/settings', body: request, options });
  }

  /** Lists notices: budgets that are used up, providers that are not called. */
  notices(params?: ListParams, options?: RequestOptions): List<AINotice> {
    return this.listOf('/v1/ai/notices', params, options);
  }
}
