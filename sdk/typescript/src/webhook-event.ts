import type { components } from './openapi.gen.js';
import type { Charge, MessageStatus } from './types.js';

type Schemas = components['schemas'];

/** What every event has. */
interface Envelope<Kind extends string, Data> {
  /** The kind of event, which says what `data` holds. */
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

/** Data of `messages.status_updated`: an outgoing message moved. */
export interface MessageStatusData
  extends Omit<Schemas['MessageStatusData'], 'status' | 'previous_status' | 'error' | 'charge' | 'metadata'> {
  /** The status that the message has now. */
  status: MessageStatus;
  /** The status that it had before. */
  previous_status: MessageStatus;
  /** Why the message failed, if it did. */
  error: EventError | null;
  /** What the provider bills, once it says so. */
  charge: Charge | null;
  /** The values that were given when the message was sent. */
  metadata: Record<string, string> | null;
}

/** Why a message failed, as events tell it. */
export interface EventError extends Omit<Schemas['EventError'], 'provider_error'> {
  /** The provider's own error, if the provider refused. */
  provider_error: Schemas['EventProviderError'] | null;
}

/** Data of `template.status_updated`: a template moved at the provider. */
export type TemplateStatusData = Schemas['TemplateStatusData'];

/** Data of `contact.consent_updated`: a contact agreed to messages or refused them. */
export type ContactConsentData = Schemas['ContactConsentData'];

/** Data of `phone_number.updated`: the provider changed something of a number or its account. */
export type PhoneNumberData = Schemas['PhoneNumberData'];

/** Data of `messages.reaction_removed`: a contact took back its reaction to a message. */
export type ReactionRemovedData = Schemas['ReactionRemovedData'];

/** Data of `contact.identity_updated`: a contact has another number or user id. */
export type ContactIdentityData = Schemas['ContactIdentityData'];

/** Data of `template.category_updated`: a template's category changed, or is about to. */
export type TemplateCategoryData = Schemas['TemplateCategoryData'];

/** Data of `deal.stage_updated`: a deal moved to another stage. */
export type DealStageData = Schemas['DealStageData'];

/** Data of `ai.failover_triggered`: the assistant left one AI provider for the next. */
export type AIFailoverData = Schemas['AIFailoverData'];

/** Data of `conversation.assigned`: a conversation was given to somebody, or taken from somebody. */
export type ConversationAssignedData = Schemas['ConversationAssignedData'];

/** Data of `conversation.status_updated`: a conversation was opened, put off, snoozed or closed. */
export type ConversationStatusData = Schemas['ConversationStatusData'];

/** Data of `conversation.handed_off`: an assistant gave a conversation to people. */
export type ConversationHandedOffData = Schemas['ConversationHandedOffData'];

/** Data of `broadcast.completed`: a broadcast has ended. */
export type BroadcastCompletedData = Schemas['BroadcastCompletedData'];

/** Data of `onboarding.updated`: an item of the onboarding checklist moved. */
export type OnboardingData = Schemas['OnboardingData'];

/**
 * An event, as webhooks carry it. Switch on `event`, and leave alone what you
 * do not know: kinds and fields may be added.
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
  | Envelope<'template.category_updated', TemplateCategoryData>
  | Envelope<'deal.stage_updated', DealStageData>
  | Envelope<'ai.failover_triggered', AIFailoverData>
  | Envelope<'conversation.assigned', ConversationAssignedData>
  | Envelope<'conversation.status_updated', ConversationStatusData>
  | Envelope<'conversation.handed_off', ConversationHandedOffData>
  | Envelope<'broadcast.completed', BroadcastCompletedData>
  | Envelope<'onboarding.updated', OnboardingData>;

/** The kind of an event. */
export type EventKind = WebhookEvent['event'];
