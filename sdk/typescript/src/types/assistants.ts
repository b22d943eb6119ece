import type { Schemas } from './shared.js';

/** An automated replier. */
export type Assistant = Schemas['Assistant'];

/** An assistant with its configuration. */
export type AssistantDetail = Schemas['AssistantDetail'];

/** Everything that decides what an assistant says. */
export type AssistantConfig = Schemas['AssistantConfig'];

/** One immutable form of an assistant. */
export type AssistantRevision = Schemas['AssistantRevision'];

/** A new assistant. */
export type CreateAssistantRequest = Schemas['CreateAssistant'];

/** Changes to an assistant; absent fields stay. */
export type UpdateAssistantRequest = Schemas['UpdateAssistant'];

/** The revision to test. */
export type PublishAssistantRequest = Schemas['PublishAssistant'];

/** A test question; its answer is not sent to anybody. */
export type TestAssistantRequest = Schemas['TestAssistant'];

/** What an assistant would do, and why. */
export type AssistantTestResult = Schemas['AssistantTestResult'];

/** The settings of all assistants. */
export type AssistantSettings = Schemas['AssistantSettings'];

/** Changes to the settings; absent fields stay. */
export type UpdateAssistantSettingsRequest = Schemas['UpdateAssistantSettings'];

/** The remembered answers. */
export type AssistantCache = Schemas['AssistantCache'];

/** A request to evaluate a revision. */
export type CreateEvaluationRequest = Schemas['CreateEvaluation'];

/** An evaluation of a revision, compared with the live one. */
export type Evaluation = Schemas['Evaluation'];

/** What an evaluation found, with intervals. */
export type EvaluationTable = Schemas['EvaluationTable'];

/** A question with the answers of both revisions. */
export type EvaluationItem = Schemas['EvaluationItem'];

/** A publication: a revision became live. */
export type Publication = Schemas['Publication'];
