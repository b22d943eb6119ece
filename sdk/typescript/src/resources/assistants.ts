import type { APIPromise } from '../api-promise.js';
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
  CreateEvaluationRequest,
  Evaluation,
  EvaluationItem,
  Publication,
  PublishAssistantRequest,
  RunProblem,
  TestAssistantRequest,
  UpdateAssistantRequest,
  UpdateAssistantSettingsRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** The automated repliers of the workspace. */
export class Assistants extends Resource {
  /** Creates an assistant. It replies once it is on duty for a phone number. */
  create(request: CreateAssistantRequest, options?: RequestOptions): APIPromise<AssistantDetail> {
    return this.transport.request({ method: 'POST', path: '/v1/assistants', body: request, options });
  }

  /** Lists the assistants. */
  list(params?: ListParams, options?: RequestOptions): List<Assistant> {
    return this.listOf('/v1/assistants', params, options);
  }

  /** Gets an assistant with its live revision and its draft. */
  get(id: string, options?: RequestOptions): APIPromise<AssistantDetail> {
    return this.transport.request({ method: 'GET', path: `/v1/assistants/${segment(id)}`, options });
  }

  /** Changes an assistant. A new configuration is a draft until you publish it. */
  update(id: string, request: UpdateAssistantRequest, options?: RequestOptions): APIPromise<AssistantDetail> {
    return this.transport.request({ method: 'PATCH', path: `/v1/assistants/${segment(id)}`, body: request, options });
  }

  /** Deletes an assistant. It stops replying. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/assistants/${segment(id)}`, options });
  }

  /** Makes a revision live. Name the evaluation, or give a reason for publishing without one. */
  publish(id: string, request: PublishAssistantRequest, options?: RequestOptions): APIPromise<AssistantDetail> {
    const path = `/v1/assistants/${segment(id)}/publish`;
    return this.transport.request({ method: 'POST', path, body: request, options });
  }

  /** Lists the revisions of an assistant, newest first. */
  revisions(id: string, params?: ListParams, options?: RequestOptions): List<AssistantRevision> {
    return this.listOf(`/v1/assistants/${segment(id)}/revisions`, params, options);
  }

  /** Gets one revision by its number. */
  revision(id: string, number: number, options?: RequestOptions): APIPromise<AssistantRevision> {
    const path = `/v1/assistants/${segment(id)}/revisions/${segment(String(number))}`;
    return this.transport.request({ method: 'GET', path, options });
  }

  /** Tests an assistant: answers a question, explains the answer, and sends nothing. */
  test(id: string, request: TestAssistantRequest, options?: RequestOptions): APIPromise<AssistantTestResult> {
    const path = `/v1/assistants/${segment(id)}/test`;
    return this.transport.request({ method: 'POST', path, body: request, options });
  }

  /** Evaluates a revision against the live one in the background. Nothing is sent. */
  evaluate(id: string, request: CreateEvaluationRequest, options?: RequestOptions): APIPromise<Evaluation> {
    const path = `/v1/assistants/${segment(id)}/evaluations`;
    return this.transport.request({ method: 'POST', path, body: request, options });
  }

  /** Lists the evaluations of an assistant, newest first. */
  evaluations(id: string, params?: ListParams, options?: RequestOptions): List<Evaluation> {
    return this.listOf(`/v1/assistants/${segment(id)}/evaluations`, params, options);
  }

  /** Gets an evaluation with its progress and, once completed, its table. */
  evaluation(id: string, evaluationId: string, options?: RequestOptions): APIPromise<Evaluation> {
    const path = `/v1/assistants/${segment(id)}/evaluations/${segment(evaluationId)}`;
    return this.transport.request({ method: 'GET', path, options });
  }

  /** Lists the questions of an evaluation with both answers. */
  evaluationItems(
    id: string,
    evaluationId: string,
    params?: ListParams,
    options?: RequestOptions,
  ): List<EvaluationItem> {
    const path = `/v1/assistants/${segment(id)}/evaluations/${segment(evaluationId)}/items`;
    return this.listOf(path, params, options);
  }

  /** Lists the questions of an evaluation that have no result. */
  evaluationProblems(
    id: string,
    evaluationId: string,
    params?: ListParams,
    options?: RequestOptions,
  ): List<RunProblem> {
    const path = `/v1/assistants/${segment(id)}/evaluations/${segment(evaluationId)}/problems`;
    return this.listOf(path, params, options);
  }

  /** Cancels an evaluation: no more questions are asked. */
  cancelEvaluation(id: string, evaluationId: string, options?: RequestOptions): APIPromise<Evaluation> {
    const path = `/v1/assistants/${segment(id)}/evaluations/${segment(evaluationId)}/cancel`;
    return this.transport.request({ method: 'POST', path, options });
  }

  /** Deletes an evaluation with its questions and answers. */
  deleteEvaluation(id: string, evaluationId: string, options?: RequestOptions): APIPromise<void> {
    const path = `/v1/assistants/${segment(id)}/evaluations/${segment(evaluationId)}`;
    return this.transport.request({ method: 'DELETE', path, options });
  }

  /** Lists publications with who made them and the evaluation's table, newest first. */
  publications(id: string, params?: ListParams, options?: RequestOptions): List<Publication> {
    return this.listOf(`/v1/assistants/${segment(id)}/publications`, params, options);
  }

  /** Gets the settings of all assistants. */
  settings(options?: RequestOptions): APIPromise<AssistantSettings> {
    return this.transport.request({ method: 'GET', path: '/v1/assistant-settings', options });
  }

  /** Changes the settings of all assistants, for example to stop them. */
  updateSettings(request: UpdateAssistantSettingsRequest, options?: RequestOptions): APIPromise<AssistantSettings> {
    return this.transport.request({ method: 'PATCH', path: '/v1/assistant-settings', body: request, options });
  }

  /** Counts the remembered answers. */
  cache(options?: RequestOptions): APIPromise<AssistantCache> {
    return this.transport.request({ method: 'GET', path: '/v1/assistant-cache', options });
  }

  /** Forgets every remembered answer. */
  clearCache(options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: '/v1/assistant-cache', options });
  }
}
