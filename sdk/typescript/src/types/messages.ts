import type { Problem } from '../errors.js';
import type { ListParams } from '../list.js';
import type { operations } from '../openapi.gen.js';
import type { Optional, Schemas } from './shared.js';

/** A message of one type, without whom it goes to. */
type WithoutRecipient<T> = {
  [K in keyof T as K extends 'to' | 'userId' ? never : K]: K extends 'scheduledAt' | 'expiresAt' | 'offerExpiresAt'
    ? T[K] | Date
    : T[K];
};

/** How far a message has come. Statuses only move forward. */
export type MessageStatus = Schemas['Message']['status'];

/** Whether the business sent a message or got it. */
export type MessageDirection = Schemas['Message']['direction'];

/** What a message has in it, as the list is filtered by it; a received one may be of a type that is newer. */
export type MessageType = NonNullable<NonNullable<operations['list-messages']['parameters']['query']>['type']>;

/** A recipient whose phone number is known. */
export interface PhoneRecipient {
  /** Recipient phone number in international format with a leading + and country code. */
  to: string;
  userId?: never;
}

/** A recipient whose phone number is not known. */
export interface UserRecipient {
  /** The provider's business-scoped user id. */
  userId: string;
  to?: never;
}

/** Whom a message goes to: a phone number, or a user id where no number is known. */
export type Recipient = PhoneRecipient | UserRecipient;

/** A message made from a template that the provider approved; it can be sent at any time. */
export interface TemplateMessage extends WithoutRecipient<Schemas['SendTemplate']> {
  type: 'template';
  /** The name of the template. */
  templateName: string;
}

/** A plain text. Like all that follow, it can be sent in the 24 hours after the contact's last message. */
export interface TextMessage extends WithoutRecipient<Schemas['SendText']> {
  type: 'text';
  /** What to say. */
  text: TextContent;
}

/** A picture. */
export interface ImageMessage extends WithoutRecipient<Schemas['SendImage']> {
  type: 'image';
  /** The picture. */
  image: Schemas['SendImage']['image'];
}

/** A film. */
export interface VideoMessage extends WithoutRecipient<Schemas['SendVideo']> {
  type: 'video';
  /** The film. */
  video: Schemas['SendVideo']['video'];
}

/** A sound or a voice message. */
export interface AudioMessage extends WithoutRecipient<Schemas['SendAudio']> {
  type: 'audio';
  /** The sound. */
  audio: Schemas['SendAudio']['audio'];
}

/** A file of any type. */
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

/** A place. */
export interface LocationMessage extends WithoutRecipient<Schemas['SendLocation']> {
  type: 'location';
  /** The place. */
  location: LocationContent;
}

/** Entries of an address book. */
export interface ContactsMessage extends WithoutRecipient<Schemas['SendContacts']> {
  type: 'contacts';
  /** The entries. */
  contacts: ContactCard[];
}

/** An emoji on a message, or its removal. */
export interface ReactionMessage extends WithoutRecipient<Schemas['SendReaction']> {
  type: 'reaction';
  /** The emoji, and the message that it goes on. */
  reaction: Schemas['SendReaction']['reaction'];
}

/** A message with something to press; `interactive.type` says what. */
export interface InteractiveMessage extends WithoutRecipient<Schemas['SendInteractive']> {
  type: 'interactive';
  /** What is shown, and what can be pressed. */
  interactive: InteractiveContent;
}

/** A template to send. */
export type SendTemplateMessage = Recipient & TemplateMessage;

/** A text to send. */
export type SendTextMessage = Recipient & TextMessage;

/** A picture to send. */
export type SendImageMessage = Recipient & ImageMessage;

/** A film to send. */
export type SendVideoMessage = Recipient & VideoMessage;

/** A sound or voice message to send. */
export type SendAudioMessage = Recipient & AudioMessage;

/** A file to send. */
export type SendDocumentMessage = Recipient & DocumentMessage;

/** A sticker to send. */
export type SendStickerMessage = Recipient & StickerMessage;

/** A place to send. */
export type SendLocationMessage = Recipient & LocationMessage;

/** Entries of an address book to send. */
export type SendContactsMessage = Recipient & ContactsMessage;

/** An emoji to put on a message, or to take back. */
export type SendReactionMessage = Recipient & ReactionMessage;

/** A message with something to press, to send. */
export type SendInteractiveMessage = Recipient & InteractiveMessage;

/** A message to send; `type` says what it is. */
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

/** What an interactive message shows, told apart by `type`. */
export type InteractiveContent = Schemas['Interactive'];

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

/** A message of a batch that was taken on. */
export interface AcceptedMessage extends SendMessageResult {
  /** Position in the request. */
  index: number;
  error?: never;
}

/** A message of a batch that was not taken on. */
export interface RefusedMessage {
  /** Position in the request. */
  index: number;
  /** Why not. */
  error: Problem;
  messageId?: never;
  status?: never;
}

/** What became of one message of a batch: it was taken on, or `error` says why not. */
export type BatchResult = AcceptedMessage | RefusedMessage;

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

/** The content of a text message. */
export type TextContent = Schemas['Text'];

/** The content of a message with a picture, film, sound, file or sticker. */
export type MediaContent = Schemas['Media'];

/** The content of a message with a place. */
export type LocationContent = Schemas['Location'];

/** The content of a reaction. */
export type ReactionContent = Schemas['Reaction'];

/** The content of an answer to an interactive message. */
export type ReplyContent = Schemas['Reply'];

/** The content of an order. */
export type OrderContent = Schemas['Order'];

/** The content of a message about a call. */
export type CallContent = Schemas['Call'];

/** The content of a message that the provider does not hand on. */
export type UnsupportedContent = Schemas['Unsupported'];

/** A file to send: exactly one of `mediaId` and `link`. */
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
      /** Only sent or only received messages. */
      direction: MessageDirection;
      /** Only messages to this number. */
      to: string;
      /** Only messages of this type. */
      type: MessageType;
      /** Only messages of this conversation. */
      conversationId: string;
      /** Only the message that the provider calls so: the `message_id` of events. */
      providerMessageId: string;
    }> {}
