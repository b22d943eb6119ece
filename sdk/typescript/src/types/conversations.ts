import type { ListParams } from '../list.js';
import type { Optional, Schemas, WithDates } from './shared.js';

/** All messages between a contact and a phone number. */
export type Conversation = Schemas['Conversation'];

/** Which conversations to list. */
export interface ListConversationsParams
  extends ListParams,
    Optional<{
      /** Only conversations with this contact. */
      contactId: string;
      /** Only conversations of this phone number. */
      phoneNumberId: string;
    }> {}

/** Changes to a conversation. */
export type UpdateConversationRequest = Schemas['UpdateConversation'];

/** Who a conversation belongs to. */
export type AssignConversationRequest = Schemas['AssignConversation'];

/** How long people are the active speaker. */
export interface TakeOverConversationRequest extends WithDates<Schemas['TakeOverConversation'], 'until'> {}

/** One burst of messages and what an assistant made of it. */
export type Turn = Schemas['Turn'];

/** What people write beside a conversation; the contact does not see it. */
export type Note = Schemas['Note'];

/** A new note. */
export type CreateNoteRequest = Schemas['CreateNote'];

/** Changes to a note. */
export type UpdateNoteRequest = Schemas['UpdateNote'];
