import type { components } from './openapi.gen.js';
import type { Charge, MessageStatus } from './types.js';

type Schemas = components['schemas'];

/** The fields of every event. */
interface Envelope<Kind extends string, Data> {
  /** The kind of event; it determines the type of `data`. */
  event: Kind;
  /** When it happened, in seconds since 1970. */
  timestamp: number;
  /** What happened. */
  data: Data;
}

/** Data of `messages.received`: an incoming message. */
export type MessageReceivedData = Schemas['MessageReceivedData'];

/** Data of `messages.upsert`: an incoming message with its automated reply. */
export type MessageUpsertData = Schemas['MessageUpsertData'];

/** Data of `messages.status_updated`: the status of an outgoing message changed. */
export interface MessageStatusData
  extends Omit<Schemas['MessageStatusData'], 'status' | 'previous_status' | 'error' | 'charge' | 'metadata'> {
  /** The current status of the message. */
  status: MessageStatus;
  /** The previous status. */
  previous_status: MessageStatus;
  /** Why the message failed, if it did. */
  error: EventError | null;
  /** What the provider bills, once it is known. */
  charge: Charge | null;
  /** The metadata from the request. */
  metadata: Record<string, string> | null;
}

/** Why a message failed, in events. */
export interface EventError extends Omit<Schemas['EventError'], 'provider_error'> {
  /** The provider's own error, if the provider refused. */
  provider_error: Schemas['EventProviderError'] | null;
}

/** Data of `template.status_updated`: the provider changed the status of a template. */
export type TemplateStatusData = Schemas['TemplateStatusData'];

/** Data of `contact.consent_updated`: a contact opted in or out. */
export type ContactConsentData = Schemas['ContactConsentData'];

/** Data of `phone_number.updated`: the provider changed a phone number or its account. */
export type PhoneNumberData = Schemas['PhoneNumberData'];

/** Data of `messages.reaction_removed`: a contact removed a reaction. */
export type ReactionRemovedData = Schemas['ReactionRemovedData'];

/** Data of `contact.identity_updated`: a contact has a new phone number or user id. */
export type ContactIdentityData = Schemas['ContactIdentityData'];

/** Data of `contact.erased`: what is known of a person is being erased. */
export type ContactErasedData = Schemas['ContactErasedData'];

/** Data of `template.category_updated`: a template's category changed or will change. */
export type TemplateCategoryData = Schemas['TemplateCategoryData'];
/** Data of `template.quality_updated`: the provider changed its rating of a template. */
export type TemplateQualityData = Schemas['TemplateQualityData'];

/** Data of `deal.stage_updated`: a deal moved to another stage. */
export type DealStageData = Schemas['DealStageData'];

/** Data of `deal.assigned`: a deal got another owner, or a new deal has one. */
export type DealAssignedData = Schemas['DealAssignedData'];

/** Data of `deal.rotted`: a deal has begun to rot. */
export type DealRottedData = Schemas['DealRottedData'];

/** Data of `deal.note_created`: somebody wrote a note on a deal. */
export type DealNoteCreatedData = Schemas['DealNoteCreatedData'];

/** Data of `proposal.failed`: an assistant could not propose anything, or what happened could not be compared with what it proposed. */
export type ProposalFailedData = Schemas['ProposalFailedData'];

/** Data of `deal_rule.failed`: a rule of deals could not act. */
export type DealRuleFailedData = Schemas['DealRuleFailedData'];

/** Data of `ai.failover_triggered`: the assistant switched to the next AI provider. */
export type AIFailoverData = Schemas['AIFailoverData'];

/** Data of `conversation.assigned`: a conversation was assigned or unassigned. */
export type ConversationAssignedData = Schemas['ConversationAssignedData'];

/** Data of `conversation.status_updated`: the status of a conversation changed. */
export type ConversationStatusData = Schemas['ConversationStatusData'];

/** Data of `conversation.handed_off`: an assistant handed a conversation off to people. */
export type ConversationHandedOffData = Schemas['ConversationHandedOffData'];

/** Data of `broadcast.completed`: a broadcast ended. */
export type BroadcastCompletedData = Schemas['BroadcastCompletedData'];

/** Data of `broadcast.updated`: a broadcast was started, paused, resumed, ended. */
export type BroadcastUpdatedData = Schemas['BroadcastUpdatedData'];

/** Data of `budget.reached`: what was spent reached an alert of a budget. */
export type BudgetReachedData = Schemas['BudgetReachedData'];

/** Data of `charge.recorded`: a row was added to the ledger of charges. Name it to get it. */
export type ChargeRecordedData = Schemas['ChargeRecordedData'];

/** Data of `conversion.recorded`: you told that a contact did something. */
export type ConversionRecordedData = Schemas['ConversionRecordedData'];

/** Data of `onboarding.updated`: an item of the onboarding checklist changed its status. */
export type OnboardingData = Schemas['OnboardingData'];

/** Data of `conversation.sla_breached`: an answer or the end of an episode is late. */
export type ConversationSLABreachedData = Schemas['ConversationSLABreachedData'];

/** Data of `conversation.window_closing`: a contact waits, and the window ends soon. */
export type ConversationWindowClosingData = Schemas['ConversationWindowClosingData'];

/** Data of `conversation.sla_warned`: an answer or the end of an episode will be late soon. */
export type ConversationSLAWarnedData = Schemas['ConversationSLAWarnedData'];

/** Data of `conversation.routed_too_often`: it went from one to the next, and people decide. */
export type ConversationTooOftenData = Schemas['ConversationTooOftenData'];

/** Data of `conversation.rated`: a contact rated an episode, or wrote a comment on it. */
export type ConversationRatedData = Schemas['ConversationRatedData'];

/** Data of `note.created`: somebody wrote a note beside a conversation. */
export type NoteCreatedData = Schemas['NoteCreatedData'];

/** Data of `promise.updated` and `promise.due`: what you promised to a contact. */
export type PromiseData = Schemas['PromiseData'];

/** Data of `conversation.labels_updated`: a conversation has other labels. */
export type ConversationLabelsData = Schemas['ConversationLabelsData'];

/** Data of `proposal.created` and `proposal.updated`: what an assistant would do, or did. */
export type ProposalData = Schemas['ProposalData'];

/** Data of `assistant.autonomy_changed`: an assistant may do more by itself, or less. */
export type AutonomyData = Schemas['AutonomyData'];

/** Data of `audit.recorded`: an administrative act was added to the audit log. */
export type AuditData = Schemas['AuditData'];

/**
 * The event in the body of a webhook. Switch on `event` and ignore unknown kinds
 * and fields: both may be added.
 */
export type WebhookEvent =
  | Envelope<'messages.upsert', MessageUpsertData>
  | Envelope<'messages.received', MessageReceivedData>
  | Envelope<'messages.status_updated', MessageStatusData>
  | Envelope<'template.status_updated', TemplateStatusData>
  | Envelope<'contact.consent_updated', ContactConsentData>
  | Envelope<'phone_number.updated', PhoneNumberData>
  | Envelope<'messages.reaction_removed', ReactionRemovedData>
  | Envelope<'contact.identity_updated', ContactIdentityData>
  | Envelope<'contact.erased', ContactErasedData>
  | Envelope<'template.category_updated', TemplateCategoryData>
  | Envelope<'template.quality_updated', TemplateQualityData>
  | Envelope<'deal.stage_updated', DealStageData>
  | Envelope<'deal.assigned', DealAssignedData>
  | Envelope<'deal.rotted', DealRottedData>
  | Envelope<'deal.note_created', DealNoteCreatedData>
  | Envelope<'deal_rule.failed', DealRuleFailedData>
  | Envelope<'proposal.failed', ProposalFailedData>
  | Envelope<'ai.failover_triggered', AIFailoverData>
  | Envelope<'conversation.assigned', ConversationAssignedData>
  | Envelope<'conversation.sla_breached', ConversationSLABreachedData>
  | Envelope<'conversation.window_closing', ConversationWindowClosingData>
  | Envelope<'conversation.sla_warned', ConversationSLAWarnedData>
  | Envelope<'conversation.routed_too_often', ConversationTooOftenData>
  | Envelope<'conversation.rated', ConversationRatedData>
  | Envelope<'note.created', NoteCreatedData>
  | Envelope<'promise.updated', PromiseData>
  | Envelope<'promise.due', PromiseData>
  | Envelope<'conversation.status_updated', ConversationStatusData>
  | Envelope<'conversation.labels_updated', ConversationLabelsData>
  | Envelope<'proposal.created', ProposalData>
  | Envelope<'proposal.updated', ProposalData>
  | Envelope<'assistant.autonomy_changed', AutonomyData>
  | Envelope<'conversation.handed_off', ConversationHandedOffData>
  | Envelope<'broadcast.completed', BroadcastCompletedData>
  | Envelope<'broadcast.updated', BroadcastUpdatedData>
  | Envelope<'budget.reached', BudgetReachedData>
  | Envelope<'charge.recorded', ChargeRecordedData>
  | Envelope<'conversion.recorded', ConversionRecordedData>
  | Envelope<'onboarding.updated', OnboardingData>
  | Envelope<'audit.recorded', AuditData>;

/** The kind of an event. */
export type EventKind = WebhookEvent['event'];
