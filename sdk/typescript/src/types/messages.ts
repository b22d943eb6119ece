import type { Problem } from '../errors.js';
import type { ListParams } from '../list.js';
import type { Optional, Schemas, WithDates } from './shared.js';

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
