import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  Assistant,
  AssistantCache,
  AssistantDetail,
  AssistantRevision,
  AssistantSettings,
  AssistantTestResult,
  CreateAssistantRequest,
  PublishAssistantRequest,
  TestAssistantRequest,
  UpdateAssistantRequest,
  UpdateAssistantSettingsRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** The automated repliers of the workspace. */
export class Assistants extends Resource {
  /** Makes an assistant. It answers once it is on duty for a phone number. */
  create(request: CreateAssistantRequest, options?: RequestOptions): Promise<AssistantDetail> {
    return this.transport.request({ method: 'POST', path: '/v1/assistants', body: request, options });
  }

  /** Lists the assistants. */
  list(params?: ListParams, options?: RequestOptions): List<Assistant> {
    return this.listOf('/v1/assistants', params, options);
  }

  /** Gets an assistant with its live revision and its draft. */
  get(id: string, options?: RequestOptions): Promise<AssistantDetail> {
    return this.transport.request({ method: 'GET', path: `/v1/assistants/${segment(id)}`, options });
  }

  /** Changes an assistant; a changed configuration is a draft until it is published. */
  update(id: string, request: UpdateAssistantRequest, options?: RequestOptions): Promise<AssistantDetail> {
    return this.transport.request({ method: 'PATCH', path: `/v1/assistants/${segment(id)}`, body: request, options });
  }

  /** Takes an assistant off duty for good. */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/assistants/${segment(id)}`, options });
  }

  /** Makes a revision live: the draft, or an earlier one again. */
  publish(id: string, request: PublishAssistantRequest, options?: RequestOptions): Promise<AssistantDetail> {
    const path = `/v1/assistants/${segment(id)}/publish`;
    return this.transport.request({ method: 'POST', path, body: request, options });
  }

  /** Lists the revisions of an assistant, newest first. */
  revisions(id: string, params?: ListParams, options?: RequestOptions): List<AssistantRevision> {
    return this.listOf(`/v1/assistants/${segment(id)}/revisions`, params, options);
  }

  /** Gets one revision by its number. */
  revision(id: string, number: number, options?: RequestOptions): Promise<AssistantRevision> {
    const path = `/v1/assistants/${segment(id)}/revisions/${segment(String(number))}`;
    return this.transport.request({ method: 'GET', path, options });
  }

  /** Answers a question as the assistant would, shows how, and sends nothing. */
  test(id: string, request: TestAssistantRequest, options?: RequestOptions): Promise<AssistantTestResult> {
    const path = `/v1/assistants/${segment(id)}/test`;
    return this.transport.request({ method: 'POST', path, body: request, options });
  }

  /** Gets what counts for all assistants. */
  settings(options?: RequestOptions): Promise<AssistantSettings> {
    return this.transport.request({ method: 'GET', path: '/v1/assistant-settings', options });
  }

  /** Changes what counts for all assistants: stops them, for instance. */
  updateSettings(request: UpdateAssistantSettingsRequest, options?: RequestOptions): Promise<AssistantSettings> {
    return this.transport.request({ method: 'PATCH', path: '/v1/assistant-settings', body: request, options });
  }

  /** Counts the remembered answers. */
  cache(options?: RequestOptions): Promise<AssistantCache> {
    return this.transport.request({ method: 'GET', path: '/v1/assistant-cache', options });
  }

  /** Forgets every remembered answer. */
  clearCache(options?: RequestOptions): Promise<void> {
    return this.transport.request({ method: 'DELETE', path: '/v1/assistant-cache', options });
  }
}
