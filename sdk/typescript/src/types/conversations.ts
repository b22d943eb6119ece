import type { ListParams } from '../list.js';
import type { Schemas, WithDates } from './shared.js';

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
