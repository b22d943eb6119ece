import type { ListParams } from '../list.js';
import type { Optional, Schemas, WithDates } from './shared.js';

/** The thread between a contact and a phone number. */
export type Conversation = Schemas['Conversation'];

/** Which conversations to list. */
export interface ListConversationsParams
  extends ListParams,
    Optional<{
      /** Only conversations with this contact. */
      contactId: string;
      /** Only conversations by this phone number. */
      phoneNumberId: string;
    }> {}

/** What to change of a conversation. */
export type UpdateConversationRequest = Schemas['UpdateConversation'];

/** For how long people have the word. */
export interface TakeOverConversationRequest extends WithDates<Schemas['TakeOverConversation'], 'until'> {}

/** One burst of messages and what an assistant made of it. */
export type Turn = Schemas['Turn'];
