import type { Problem } from '../errors.js';
import type { ListParams } from '../list.js';
import type { operations } from '../openapi.gen.js';
import type { Optional, Schemas } from './shared.js';

/** A message of one type, without its recipient. */
type WithoutRecipient<T> = {
  [K in keyof T as K extends 'to' | 'userId' | 'conversationId' ? never : K]: K extends 'scheduledAt' | 'expiresAt' | 'offerExpiresAt'
    ? T[K] | Date
    : T[K];
};

/** How far a message has come. Statuses only move forward. */
export type MessageStatus = Schemas['Message']['status'];

/** Whether the business sent or received a message. */
export type MessageDirection = Schemas['Message']['direction'];

/** The type of a message, as a filter of lists. A received message may have a newer type. */
export type MessageType = NonNullable<NonNullable<operations['list-messages']['parameters']['query']>['type']>;

/** A recipient with a known phone number. */
export interface PhoneRecipient {
  /** Recipient phone number in international format with a leading + and country code. */
  to: string;
  userId?: never;
  conversationId?: never;
}

/** A recipient without a known phone number. */
export interface UserRecipient {
  /** The provider's business-scoped user id. */
  userId: string;
  to?: never;
  conversationId?: never;
}

/** The contact of a conversation, on its phone number. */
export interface ConversationRecipient {
  /** The conversation to answer in. */
  conversationId: string;
  to?: never;
  userId?: never;
}

/** The recipient: a phone number, a user id if no number is known, or whoever a conversation is with. */
export type Recipient = PhoneRecipient | UserRecipient | ConversationRecipient;

/** A message from an approved template; it can be sent at any time. */
export interface TemplateMessage extends WithoutRecipient<Schemas['SendTemplate']> {
  type: 'template';
  /** The name of the template. */
  templateName: string;
}

/** A plain text. This and the following types can be sent within 24 hours of the contact's last message. */
export interface TextMessage extends WithoutRecipient<Schemas['SendText']> {
  type: 'text';
  /** The text. */
  text: TextContent;
}

/** An image. */
export interface ImageMessage extends WithoutRecipient<Schemas['SendImage']> {
  type: 'image';
  /** The image. */
  image: Schemas['SendImage']['image'];
}

/** A video. */
export interface VideoMessage extends WithoutRecipient<Schemas['SendVideo']> {
  type: 'video';
  /** The video. */
  video: Schemas['SendVideo']['video'];
}

/** An audio file or a voice message. */
export interface AudioMessage extends WithoutRecipient<Schemas['SendAudio']> {
  type: 'audio';
  /** The audio file. */
  audio: Schemas['SendAudio']['audio'];
}

/** A document: a file of any type. */
export interface DocumentMessage extends WithoutRecipient<Schemas['SendDocument']> {
  type: 'document';
  /** The file. */
  document: Schemas['SendDocument']['document'];
}

/** A sticker. */
export interface StickerMessage extends WithoutRecipient<Schemas['SendSticker']> {
  type: 'sticker';
  /** The sticker. */
  sticker: Schemas['SendSticker']['sticker'];
}

/** A location. */
export interface LocationMessage extends WithoutRecipient<Schemas['SendLocation']> {
  type: 'location';
  /** The location. */
  location: LocationContent;
}

/** Contact cards. */
export interface ContactsMessage extends WithoutRecipient<Schemas['SendContacts']> {
  type: 'contacts';
  /** The contact cards. */
  contacts: ContactCard[];
}

/** An emoji on a message, or its removal. */
export interface ReactionMessage extends WithoutRecipient<Schemas['SendReaction']> {
  type: 'reaction';
  /** The emoji and the message it belongs to. */
  reaction: Schemas['SendReaction']['reaction'];
}

/** A message with buttons, a list or a flow; `interactive.type` says which. */
export interface InteractiveMessage extends WithoutRecipient<Schemas['SendInteractive']> {
  type: 'interactive';
  /** What is shown and what can be pressed. */
  interactive: InteractiveContent;
}

/** A template to send. */
export type SendTemplateMessage = Recipient & TemplateMessage;

/** A text to send. */
export type SendTextMessage = Recipient & TextMessage;

/** An image to send. */
export type SendImageMessage = Recipient & ImageMessage;

/** A video to send. */
export type SendVideoMessage = Recipient & VideoMessage;

/** An audio file or voice message to send. */
export type SendAudioMessage = Recipient & AudioMessage;

/** A file to send. */
export type SendDocumentMessage = Recipient & DocumentMessage;

/** A sticker to send. */
export type SendStickerMessage = Recipient & StickerMessage;

/** A location to send. */
export type SendLocationMessage = Recipient & LocationMessage;

/** Contact cards to send. */
export type SendContactsMessage = Recipient & ContactsMessage;

/** A reaction to add or remove. */
export type SendReactionMessage = Recipient & ReactionMessage;

/** An interactive message to send. */
export type SendInteractiveMessage = Recipient & InteractiveMessage;

/** A message to send; `type` says which kind. */
export type SendMessageRequest =
  | SendTemplateMessage
  | SendTextMessage
  | SendImageMessage
  | SendVideoMessage
  | SendAudioMessage
  | SendDocumentMessage
  | SendStickerMessage
  | SendLocationMessage
  | SendContactsMessage
  | SendReactionMessage
  | SendInteractiveMessage;

/** The content of an interactive message, by `type`. */
export type InteractiveContent = Schemas['Interactive'];

/** The header of an interactive message, by `type`. */
export type InteractiveHeader = Schemas['InteractiveHeader'];

/** One card of a carousel: an image or video with a link or reply buttons, or a product. */
export type InteractiveCard = Schemas['InteractiveCard'];

/** A contact card. */
export type ContactCard = Schemas['ContactCard'];

/** How a message is marked as read. */
export type MarkReadRequest = Schemas['MarkRead'];

/** Confirms that a message is stored and on its way. */
export type SendMessageResult = Schemas['SendResult'];

/** Messages to send together. */
export interface SendBatchRequest {
  /** At most 1,000 messages, each with its own result. */
  messages: SendMessageRequest[];
}

/** A message of a batch that was accepted. */
export interface AcceptedMessage extends SendMessageResult {
  /** Position in the request. */
  index: number;
  error?: never;
}

/** A message of a batch that was refused. */
export interface RefusedMessage {
  /** Position in the request. */
  index: number;
  /** Why it was refused. */
  error: Problem;
  messageId?: never;
  status?: never;
}

/** The result for one message of a batch: accepted, or refused with an `error`. */
export type BatchResult = AcceptedMessage | RefusedMessage;

/** The results for the messages of a batch. */
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

/** Why a message failed, in plain words: what to do next, and whether it may be sent again. */
export type FailureReason = Schemas['FailureReason'];

/** Every reason for which the provider refuses or does not deliver a message. */
export type FailureReasons = Schemas['FailureReasons'];

/** How many messages failed in a period, by the reason. */
export type FailureSummary = Schemas['FailureSummary'];

/** Which failures to count. */
export interface GetFailuresParams
  extends Optional<{
    /** Only messages of this template. */
    templateName: string;
    /** Only messages of this phone number of yours. */
    phoneNumberId: string;
    /** The first day, such as 2026-11-01. */
    from: string;
    /** The last day; today by default. */
    to: string;
  }> {}

/** The content of a text message. */
export type TextContent = Schemas['Text'];

/** The content of a message with an image, video, audio file, document or sticker. */
export type MediaContent = Schemas['Media'];

/** The content of a message with a location. */
export type LocationContent = Schemas['Location'];

/** The content of a reaction. */
export type ReactionContent = Schemas['Reaction'];

/** The content of an answer to an interactive message. */
export type ReplyContent = Schemas['Reply'];

/** The content of an order. */
export type OrderContent = Schemas['Order'];

/** The content of a message about a call. */
export type CallContent = Schemas['Call'];

/** The content of a message that the provider does not pass on. */
export type UnsupportedContent = Schemas['Unsupported'];

/** A file to send: either `mediaId` or `link`. */
export type MediaReference = Schemas['MediaRef'];

/** The values of one button of a template. */
export type ButtonParameter = Schemas['ButtonParameter'];

/** The values of one card of a carousel template. */
export type TemplateCard = Schemas['CardContent'];

/** Which messages to list. */
export interface ListMessagesParams
  extends ListParams,
    Optional<{
      /** Only messages in this status. */
      status: MessageStatus;
      /** Only sent, or only received, messages. */
      direction: MessageDirection;
      /** Only messages to this number. */
      to: string;
      /** Only messages of this type. */
      type: MessageType;
      /** Only messages of this conversation. */
      conversationId: string;
      /** Only the message with this id of the provider: the `message_id` of events. */
      providerMessageId: string;
    }> {}
