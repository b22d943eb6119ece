// The types of requests and answers. They come from the service's OpenAPI
// document; what is said more precisely here is checked against it by
// test/types.test.ts.
import type { Problem } from './errors.js';
import type { ListParams } from './list.js';
import type { components } from './openapi.gen.js';
import type { EventKind, WebhookEvent } from './webhook-event.js';

type Schemas = components['schemas'];

/** The same type, with the named fields taken as text or as a `Date`. */
type WithDates<T, Times extends keyof T> = { [K in keyof T]: K extends Times ? T[K] | Date : T[K] };

/** A type of query, with undefined allowed for what is left out. */
type Optional<T> = { [K in keyof T]?: T[K] | undefined };

// Messages

/** A message of one type, without whom it goes to. */
type Content<T> = T extends unknown
  ? Omit<WithDates<T, Extract<keyof T, 'scheduledAt' | 'expiresAt' | 'offerExpiresAt'>>, 'to' | 'userId'>
  : never;

/** How far a message has come. Statuses only move forward. */
export type MessageStatus = Schemas['Message']['status'];

/** Whether the business sent a message or got it. */
export type MessageDirection = Schemas['Message']['direction'];

/** Whom a message goes to: a phone number, or a user id where no number is known. */
export type Recipient =
  | (Required<Pick<Schemas['SendText'], 'to'>> & { userId?: never })
  | (Required<Pick<Schemas['SendText'], 'userId'>> & { to?: never });

/** A message made from a template that the provider approved; it can be sent at any time. */
export type TemplateMessage = Content<Schemas['SendTemplate']>;

/** A plain text. Like all that follow, it can be sent in the 24 hours after the contact's last message. */
export type TextMessage = Content<Schemas['SendText']>;

/** A picture. */
export type ImageMessage = Content<Schemas['SendImage']>;

/** A film. */
export type VideoMessage = Content<Schemas['SendVideo']>;

/** A sound or a voice message. */
export type AudioMessage = Content<Schemas['SendAudio']>;

/** A file of any type. */
export type DocumentMessage = Content<Schemas['SendDocument']>;

/** A sticker. */
export type StickerMessage = Content<Schemas['SendSticker']>;

/** A place. */
export type LocationMessage = Content<Schemas['SendLocation']>;

/** Entries of an address book. */
export type ContactsMessage = Content<Schemas['SendContacts']>;

/** An emoji on a message, or its removal. */
export type ReactionMessage = Content<Schemas['SendReaction']>;

/** A message with something to press; `interactive.type` says what. */
export type InteractiveMessage = Content<Schemas['SendInteractive']>;

/** A message to send; `type` says what it is. */
export type SendMessageRequest = Recipient &
  (
    | TemplateMessage
    | TextMessage
    | ImageMessage
    | VideoMessage
    | AudioMessage
    | DocumentMessage
    | StickerMessage
    | LocationMessage
    | ContactsMessage
    | ReactionMessage
    | InteractiveMessage
  );

/** The forms of an interactive message, told apart by `type`. */
export type Interactive = Schemas['Interactive'];

/** What is above the text of an interactive message, told apart by `type`. */
export type InteractiveHeader = Schemas['InteractiveHeader'];

/** One card of a carousel: a picture or film with a link or reply buttons, or a product. */
export type InteractiveCard = Schemas['InteractiveCard'];

/** An entry of an address book. */
export type ContactCard = Schemas['ContactCard'];

/** How a message is marked as read. */
export type MarkReadRequest = Schemas['MarkRead'];

/** Says that a message is stored and on its way. */
export type SendMessageResult = Schemas['SendResult'];

/** Messages to send together. */
export interface SendBatchRequest {
  /** At most 1,000 messages, each with its own result. */
  messages: SendMessageRequest[];
}

/** What became of one message of a batch: it was taken on, or `error` says why not. */
export type BatchResult =
  | (Pick<Schemas['BatchResult'], 'index'> & SendMessageResult & { error?: never })
  | (Pick<Schemas['BatchResult'], 'index'> & { error: Problem; messageId?: never; status?: never });

/** What became of the messages of a batch. */
export interface SendBatchResult {
  /** One result per message, in the order of the request. */
  results: BatchResult[];
}

/** A message with its history. */
export type Message = Schemas['Message'];

/** When a message reached a status. */
export type TimelineEntry = Schemas['TimelineEntry'];

/** One call to the provider for a message. */
export type Attempt = Schemas['Attempt'];

/** What the provider bills for a message. */
export type Charge = Schemas['Charge'];

/** Why a message failed. */
export type MessageError = Schemas['MessageError'];

/** A text and how it is shown. */
export type Text = Schemas['Text'];

/** A file of a message. */
export type Media = Schemas['Media'];

/** A file: exactly one of `mediaId` and `link`. */
export type MediaReference = Schemas['MediaRef'];

/** A place. */
export type Location = Schemas['Location'];

/** The values of one button of a template. */
export type ButtonParameter = Schemas['ButtonParameter'];

/** The values of one card of a carousel template. */
export type Card = Schemas['CardContent'];

/** Which messages to list. */
export interface MessageListParams
  extends ListParams,
    Optional<{
      /** Only messages in this status. */
      status: MessageStatus;
      /** Only sent or only received messages. */
      direction: MessageDirection;
      /** Only messages to this number. */
      to: string;
      /** Only messages of this type. */
      type: string;
      /** Only messages of this conversation. */
      conversationId: string;
    }> {}

// Media

/** A file of the workspace: uploaded, or received from a customer. */
export type MediaFile = Schemas['MediaFile'];

/** A file on the web that the service fetches. */
export type UploadLinkRequest = Schemas['UploadMediaLink'];

/** How long a link shall work. */
export type MediaLinkRequest = Schemas['CreateMediaLink'];

/** A way to a file that needs no API key. */
export type MediaLink = Schemas['MediaLink'];

// Contacts

/** A person. */
export type Contact = Schemas['Contact'];

/** A contact with what is known of its identity. */
export type ContactDetail = Schemas['ContactDetail'];

/** Something about a contact's identity that people should know. */
export type ContactNotice = Schemas['ContactNotice'];

/** Records that two contacts turned out to be one person. */
export type ContactMerge = Schemas['ContactMerge'];

/** A contact to create: `phone`, `userId` or both. */
export type CreateContactRequest = Schemas['CreateContact'];

/** What to change of a contact; the rest stays. */
export type UpdateContactRequest = Schemas['UpdateContact'];

/** The two contacts of a merge that was undone. */
export type PartedContacts = Schemas['PartedContacts'];

/** Which contacts to list. */
export interface ContactListParams
  extends ListParams,
    Optional<{
      /** Only the contact with this number, in any of its forms. */
      phone: string;
      /** Only the contact with this user id. */
      userId: string;
      /** Only contacts with this tag. */
      tag: string;
      /** Only contacts whose name, or whose number in international format, begins so. */
      q: string;
      /** Only contacts with this value of a custom field, as `key:value`. */
      field: string;
      /** Only contacts who refuse marketing, or who do not. */
      optedOut: 'true' | 'false';
      /** Only contacts made after this time. */
      createdAfter: string | Date;
      /** Only contacts changed after this time; alone, in the order of the last change. */
      updatedAfter: string | Date;
    }> {}

/** A table of contacts that is or was read in. */
export type ContactImport = Schemas['ContactImport'];

/** Why a row of a table was not taken. */
export type ContactImportError = Schemas['ImportError'];

/** How the first rows of a table would be read. */
export type ContactImportPreview = Schemas['ImportPreview'];

/** How a table is read: `mapping`, `defaultCountry`, `tags`, `onDuplicate`, `delimiter`. */
export type ContactImportOptions = Schemas['ImportOptions'];

/** A table to import: `csv` as text of up to 1 MiB, or a `file`, such as `await openAsBlob('people.csv')`. */
export type CreateContactImportRequest =
  | Schemas['CreateContactImport']
  | (ContactImportOptions & { file: Blob | Uint8Array; filename?: string });

/** A custom field of contacts. */
export type ContactField = Schemas['ContactField'];

/** Every custom field of the workspace. */
export type ContactFieldList = Schemas['ContactFields'];

/** A custom field to define. */
export type CreateContactFieldRequest = Schemas['CreateContactField'];

/** What to change of a custom field; the rest stays. */
export type UpdateContactFieldRequest = Schemas['UpdateContactField'];

// AI

/** A language model behind an endpoint, with how it is doing. */
export type AIProvider = Schemas['AIProvider'];

/** A language model to add. */
export type CreateAIProviderRequest = Schemas['CreateAIProvider'];

/** What to change of a language model; the rest stays. */
export type UpdateAIProviderRequest = Schemas['UpdateAIProvider'];

/** What came of a test of a language model. */
export type AIProviderTest = Schemas['AIProviderTest'];

/** One call to a language model, or an answer from the cache instead. */
export type AICall = Schemas['AICall'];

/** Which calls to list. */
export interface AICallListParams
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

/** The use of a range of days, in groups and as a whole. */
export type AIUsage = Schemas['AIUsage'];

/** Which days to sum up, and by what. */
export interface AIUsageParams
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

/** The switch over AI and its daily budget. */
export type AISettings = Schemas['AISettings'];

/** What to change of the switch and the budget; the rest stays. */
export type UpdateAISettingsRequest = Schemas['UpdateAISettings'];

/** Something about AI that people should know. */
export type AINotice = Schemas['AINotice'];

// Templates

/** The mirror of a template at the provider. */
export type Template = Schemas['Template'];

/** How far a template has come at the provider. */
export type TemplateStatus =
  | 'approved'
  | 'pending'
  | 'rejected'
  | 'paused'
  | 'disabled'
  | 'in_appeal'
  | 'archived'
  | 'deleted';

/** Which templates to list. */
export interface TemplateListParams
  extends ListParams,
    Optional<{
      /** Only this template, in every language. */
      name: string;
      /** Only templates in this status. */
      status: TemplateStatus;
    }> {}

/** What a synchronisation of the templates found. */
export type SyncTemplatesResult = Schemas['SyncResult'];

// Webhook endpoints and events

/** What a kind of event begins with: `messages` of `messages.upsert`. */
type EventPrefix<Kind = EventKind> = Kind extends `${infer Prefix}.${string}` ? Prefix : never;

/** The events that an endpoint gets: a kind, all that begin alike (`messages.*`), or `*`: all, now and later. */
export type EventSelector = EventKind | `${EventPrefix}.*` | '*';

type WithEvents<T> = Omit<T, 'events'> & {
  /** The kinds of events to send, `prefix.*` or `*`; all by default. */
  events?: EventSelector[];
};

/** A receiver to register. */
export type CreateWebhookEndpointRequest = WithEvents<Schemas['CreateWebhookEndpoint']>;

/** What to change of a receiver; the rest stays. */
export type UpdateWebhookEndpointRequest = WithEvents<Schemas['UpdateWebhookEndpoint']>;

/** A registered receiver of events. */
export type WebhookEndpoint = Schemas['WebhookEndpoint'];

/** A receiver with its secret, which is shown this once. */
export type WebhookEndpointWithSecret = Schemas['WebhookEndpointWithSecret'];

/** Which event to send a sample of. */
export interface TestWebhookEndpointRequest {
  /** The kind of event. */
  event: EventKind;
  /** Wait for the receiver's answer, up to 20 seconds. */
  wait?: boolean;
}

/** The delivery of a sample event, with the receiver's answer if you waited for it. */
export type TestWebhookEndpointResult = Schemas['TestDelivery'];

/** What became of one event at one receiver. */
export type Delivery = Schemas['Delivery'];

/** A delivery with what is posted and every attempt. */
export type DeliveryDetail = Schemas['DeliveryDetail'];

/** One call to a receiver. */
export type DeliveryAttempt = Schemas['DeliveryAttempt'];

/** Which deliveries to list. */
export interface DeliveryListParams
  extends ListParams,
    Optional<{
      /** Only the delivery of this event. */
      eventId: string;
      /** Only events of this kind. */
      event: EventKind;
      /** Only deliveries in this state. */
      state: Delivery['state'];
      /** Only events from this time on. */
      since: string | Date;
      /** Only events up to this time. */
      until: string | Date;
    }> {}

/** Which events to deliver again. */
export type CreateRedeliveryRequest = WithEvents<WithDates<Schemas['CreateRedelivery'], 'since' | 'until'>>;

/** A bulk redelivery with how far it has come. */
export type Redelivery = Schemas['Redelivery'];

/** Which hours statistics are about; the last 24 by default. */
export type StatisticsParams = Optional<{
  /** Rounded down to a whole hour. */
  since: string | Date;
  /** Rounded up to a whole hour. */
  until: string | Date;
}>;

/** How deliveries to a receiver went, and what waits. */
export type EndpointStatistics = Schemas['EndpointStatistics'];

/** How long the old secret or key works beside the new one. */
export type RotateRequest = Schemas['Overlap'];

/** How long an endpoint's old secrets sign beside the new ones, and how it signs from now on. */
export type RotateEndpointSecretRequest = Schemas['RotateEndpointSecret'];

/** What is told of a secret that signs. */
export type EndpointSecret = Schemas['EndpointSecret'];

/** An event of the log: what webhooks carry, with the id that they have as `webhook-id`. */
export type LoggedEvent = WebhookEvent & Pick<Schemas['Event'], 'id' | 'createdAt'>;

/** An event of a stream. `id` is the same as in the log and in webhooks. */
export type StreamedEvent = WebhookEvent & Pick<Schemas['Event'], 'id'>;

/** What a stream tells. */
export interface EventStreamParams {
  /** The id of the last event that you have: the stream goes on behind it. Without it the stream begins now. */
  lastEventId?: string | undefined;
  /** Where there is no last event: begin with the events made since then. */
  since?: Date | string | undefined;
  /** Only events of these kinds: names, `messages.*` for all that begin so, or `*`. */
  events?: readonly EventSelector[] | undefined;
  /** Leaves out the events of other phone numbers. */
  phoneNumberId?: string | readonly string[] | undefined;
  /** Ends the stream; the iteration then fails with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** An event with what became of it at each receiver. */
export type EventWithDeliveries = LoggedEvent & Pick<Schemas['EventWithDeliveries'], 'deliveries'>;

/** One kind of event, as the catalogue describes it. */
export interface EventType extends Omit<Schemas['EventType'], 'name' | 'schema' | 'example'> {
  /** What events of the kind have as `event`. */
  name: EventKind;
  /** JSON Schema (2020-12) of the whole event, complete in itself. */
  schema: Record<string, unknown>;
  /** An event as it is delivered. */
  example: WebhookEvent;
}

/** The kinds of events. */
export interface EventTypeList {
  /** All of them. */
  data: EventType[];
}

/** Which events to list. */
export interface EventListParams
  extends ListParams,
    Optional<{
      /** Only events after the one with this id, in the order of the log. */
      after: string;
      /** Only events of these kinds: names, or all that begin alike (`messages.*`). */
      events: readonly EventSelector[];
      /** Only events of this kind; like `events` with one name. */
      event: EventKind;
      /** Of the events that belong to a phone number, only those of this one. */
      phoneNumberId: string;
    }> {}

// API keys

/** A key to make. */
export type CreateAPIKeyRequest = WithDates<Schemas['CreateAPIKey'], 'expiresAt'>;

/** A key, without the key itself. */
export type APIKey = Schemas['APIKey'];

/** A new key, which is shown this once. */
export type APIKeyWithSecret = Schemas['APIKeyWithSecret'];

// Phone numbers and messaging accounts

/** A number of the business. */
export type PhoneNumber = Schemas['PhoneNumber'];

/** How a number is doing. */
export type PhoneNumberHealth = Schemas['PhoneNumberHealth'];

/** One thing that is or was wrong with a number. */
export type HealthNotice = Schemas['HealthNotice'];

/** An account at the provider to connect. */
export type ConnectMessagingAccountRequest = Schemas['ConnectMessagingAccount'];

/** A connected account at the provider. */
export type MessagingAccount = Schemas['MessagingAccount'];

// Consent

/** How a contact stands to one purpose. */
export type ConsentDecision = Schemas['ConsentDecision'];

/** One fact of a contact's consent ledger, with its proof. */
export type ConsentRecord = Schemas['ConsentRecord'];

/** How a contact stands now, and a page of its ledger. */
export type ContactConsent = Schemas['ContactConsent'];

/** A decision of a contact to record. */
export type RecordConsentRequest = WithDates<Schemas['RecordConsent'], 'decidedAt'>;

/** The words by which contacts stop and start. */
export type ConsentSettings = Schemas['ConsentSettings'];

/** The words of one language and the answers to them. */
export type ConsentLanguage = Schemas['ConsentLanguage'];

/** What to change of the words and answers; the rest stays. */
export type UpdateConsentSettingsRequest = Schemas['UpdateConsentSettings'];

// Knowledge

/** Something that assistants answer from. */
export type KnowledgeSource = Schemas['KnowledgeSource'];

/** What goes with a file of knowledge. */
export type KnowledgeFileOptions = Schemas['UploadKnowledgeSource'];

/** An article, a question, a page or a site to add; or a file. */
export type CreateKnowledgeSourceRequest =
  | Schemas['CreateKnowledgeSource']
  | (KnowledgeFileOptions & { file: Blob | Uint8Array; filename?: string });

/** What to change of a source; the rest stays. */
export type UpdateKnowledgeSourceRequest = Schemas['UpdateKnowledgeSource'];

/** Which sources to list. */
export interface ListKnowledgeSourcesParams
  extends ListParams,
    Optional<{
      /** Only sources of this kind. */
      kind: KnowledgeSource['kind'];
      /** Only sources in this state. */
      state: KnowledgeSource['state'];
    }> {}

/** The pages of a web source. */
export type KnowledgePages = Schemas['KnowledgePages'];

/** A piece of knowledge that is found and cited by itself. */
export type KnowledgePassage = Schemas['KnowledgePassage'];

/** Which passages to list. */
export interface ListKnowledgePassagesParams
  extends ListParams,
    Optional<{
      /** Only passages of this source. */
      sourceId: string;
      /** Only passages that speak to a model rather than to people. */
      flagged: boolean;
    }> {}

/** A question as a customer would ask it. */
export type SearchKnowledgeRequest = Schemas['SearchKnowledge'];

/** What an assistant would find for a question. */
export type FoundKnowledge = Schemas['FoundKnowledge'];

/** Settings of the knowledge as a whole. */
export type KnowledgeSettings = Schemas['KnowledgeSettings'];

/** What to change of the settings; the rest stays. */
export type UpdateKnowledgeSettingsRequest = Schemas['UpdateKnowledgeSettings'];

/** Questions that no knowledge answers and that are alike. */
export type KnowledgeGap = Schemas['KnowledgeGap'];

/** Which gaps to list. */
export interface ListKnowledgeGapsParams
  extends ListParams,
    Optional<{
      /** Only gaps in this state. */
      state: KnowledgeGap['state'];
    }> {}

/** The answer to a question without evidence. */
export type AnswerGapRequest = Schemas['AnswerGap'];

// Assistants

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

/** What counts for all assistants. */
export type AssistantSettings = Schemas['AssistantSettings'];

/** What to change of it. */
export type UpdateAssistantSettingsRequest = Schemas['UpdateAssistantSettings'];

/** The remembered answers. */
export type AssistantCache = Schemas['AssistantCache'];

// Conversations

/** The thread between a contact and a phone number. */
export type Conversation = Schemas['Conversation'];

/** Which conversations to list. */
export type ConversationListParams = ListParams & { contactId?: string | undefined; phoneNumberId?: string | undefined };

/** What to change of a conversation. */
export type UpdateConversationRequest = Schemas['UpdateConversation'];

/** For how long people have the word. */
export type TakeOverConversationRequest = WithDates<Schemas['TakeOverConversation'], 'until'>;

/** One burst of messages and what an assistant made of it. */
export type Turn = Schemas['Turn'];
