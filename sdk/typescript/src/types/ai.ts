import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** A language model behind an endpoint, and its health. */
export type AIProvider = Schemas['AIProvider'];

/** A language model to add. */
export type CreateAIProviderRequest = Schemas['CreateAIProvider'];

/** Changes to a language model; absent fields stay. */
export type UpdateAIProviderRequest = Schemas['UpdateAIProvider'];

/** The result of a test of a language model. */
export type AIProviderTest = Schemas['AIProviderTest'];

/** One call to a language model, or an answer from the cache. */
export type AICall = Schemas['AICall'];

/** Which calls to list. */
export interface ListAICallsParams
  extends ListParams,
    Optional<{
      /** Only calls to this provider. */
      providerId: string;
      /** Only calls for this assistant. */
      assistantId: string;
      /** Only calls for this conversation. */
      conversationId: string;
      /** Only calls for this purpose: `reply`, `test`, `evaluation`. */
      purpose: string;
      /** Only calls that failed. */
      failed: boolean;
    }> {}

/** Usage in a range of days, in groups and in total. */
export type AIUsage = Schemas['AIUsage'];

/** The days to sum up, and how to group them. */
export interface GetAIUsageParams
  extends Optional<{
    /** The first day, such as `2026-01-01`; 30 days ago by default. */
    from: string;
    /** The last day; today by default. */
    to: string;
    /** Any of `day`, `provider`, `model`, `assistant`, `purpose`, separated by commas. */
    groupBy: string;
    /** Only calls for this purpose. */
    purpose: string;
  }> {}

/** The AI switch and the daily budget. */
export type AISettings = Schemas['AISettings'];

/** Changes to the switch and the budget; absent fields stay. */
export type UpdateAISettingsRequest = Schemas['UpdateAISettings'];

/** Something about AI that people should know. */
export type AINotice = Schemas['AINotice'];
