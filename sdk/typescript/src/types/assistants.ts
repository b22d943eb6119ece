import type { Schemas } from './shared.js';

/** An automated replier. */
export type Assistant = Schemas['Assistant'];

/** An assistant with what it says. */
export type AssistantDetail = Schemas['AssistantDetail'];

/** All that decides what an assistant says. */
export type AssistantConfig = Schemas['AssistantConfig'];

/** One immutable form of an assistant. */
export type AssistantRevision = Schemas['AssistantRevision'];

/** A new assistant. */
export type CreateAssistantRequest = Schemas['CreateAssistant'];

/** What to change of an assistant. */
export type UpdateAssistantRequest = Schemas['UpdateAssistant'];

/** The revision that is to answer. */
export type PublishAssistantRequest = Schemas['PublishAssistant'];

/** A question that nobody is sent the answer to. */
export type TestAssistantRequest = Schemas['TestAssistant'];

/** What an assistant would do, and how it came to that. */
export type AssistantTestResult = Schemas['AssistantTestResult'];

/** The settings of all assistants. */
export type AssistantSettings = Schemas['AssistantSettings'];

/** What to change of it. */
export type UpdateAssistantSettingsRequest = Schemas['UpdateAssistantSettings'];

/** The remembered answers. */
export type AssistantCache = Schemas['AssistantCache'];

/** Asks for a revision to be measured. */
export type CreateEvaluationRequest = Schemas['CreateEvaluation'];

/** A measurement of a revision, beside the live one. */
export type Evaluation = Schemas['Evaluation'];

/** What an evaluation found, with intervals. */
export type EvaluationTable = Schemas['EvaluationTable'];

/** A question with what both revisions made of it. */
export type EvaluationItem = Schemas['EvaluationItem'];

/** The act by which a revision was made live. */
export type Publication = Schemas['Publication'];
