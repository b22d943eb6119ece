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

type SendBody = WithDates<Schemas['SendMessage'], 'scheduledAt' | 'expiresAt' | 'offerExpiresAt'>;

/** How far a message has come. Statuses only move forward. */
export type MessageStatus = Schemas['Message']['status'];

/** Whether the business sent a message or got it. */
export type MessageDirection = Schemas['Message']['direction'];

/** Whom a message goes to: a phone number, or a user id where no number is known. */
export type Recipient =
  | (Required<Pick<SendBody, 'to'>> & { userId?: never })
  | (Required<Pick<SendBody, 'userId'>> & { to?: never });

/** A message made from a template that the provider approved; it can be sent at any time. */
export type TemplateMessage = Omit<SendBody, 'to' | 'userId' | 'type' | 'templateName' | 'text'> &
  Required<Pick<SendBody, 'templateName'>> & {
    /** The message is made from a template. */
    type: 'template';
  };

/** A plain text; it can be sent in the 24 hours after the contact's last message. */
export type TextMessage = Pick<SendBody, 'from' | 'replyTo' | 'scheduledAt' | 'expiresAt' | 'metadata'> &
  Required<Pick<SendBody, 'text'>> & {
    /** The message is a plain text. */
    type: 'text';
  };

/** A message to send. */
export type SendMessageRequest = Recipient & (TemplateMessage | TextMessage);

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

/** A file: exactly one of `mediaId` and `link`. */
export type MediaReference = Schemas['MediaReference'];

/** A place. */
export type Location = Schemas['Location'];

/** The values of one button of a template. */
export type ButtonParameter = Schemas['ButtonParameter'];

/** The values of one card of a carousel template. */
export type Card = Schemas['Card'];

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

/** The events that an endpoint gets: a kind, or `*` for all, now and later. */
export type EventSelector = EventKind | '*';

type WithEvents<T> = Omit<T, 'events'> & {
  /** The kinds of events to send, or `*`; all by default. */
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
}

/** Names the delivery of a sample event. */
export type TestWebhookEndpointResult = Schemas['TestDelivery'];

/** How long the old secret or key works beside the new one. */
export type RotateRequest = Schemas['Overlap'];

/** An event of the log: what webhooks carry, with the id that they have as `webhook-id`. */
export type LoggedEvent = WebhookEvent & Pick<Schemas['Event'], 'id' | 'createdAt'>;

/** Which events to list. */
export interface EventListParams
  extends ListParams,
    Optional<{
      /** Only events after the one with this id. */
      after: string;
      /** Only events of this kind. */
      event: EventKind;
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

/** An account at the provider to connect. */
export type ConnectMessagingAccountRequest = Schemas['ConnectMessagingAccount'];

/** A connected account at the provider. */
export type MessagingAccount = Schemas['MessagingAccount'];
