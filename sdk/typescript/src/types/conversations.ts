import type { ListParams } from '../list.js';
import type { RequestOptions } from '../transport.js';
import type { Optional, Schemas, WithDates } from './shared.js';

/** All messages between a contact and a phone number. */
export type Conversation = Schemas['Conversation'];

/** How to write a conversation out. */
export interface GetTranscriptParams
  extends Optional<{
    /** IANA time zone of the times; UTC by default. */
    timeZone: string;
  }> {}

/** Which conversations to list. */
export interface ListConversationsParams
  extends ListParams,
    Optional<{
      /** Only conversations with this contact. */
      contactId: string;
      /** Only conversations of this phone number. */
      phoneNumberId: string;
      /** A list to work through, in its own order. */
      view: ConversationView;
      /** The team; with view team only. */
      teamId: string;
      /** Only conversations with this label. */
      labelId: string;
      /** The conversations of a saved view, in its order. */
      viewId: string;
    }> {}

/** A list of conversations to work through. */
export type ConversationView =
  | 'all'
  | 'mine'
  | 'unassigned'
  | 'team'
  | 'assistant'
  | 'followed'
  | 'mentions'
  | 'snoozed'
  | 'closed'
  | 'needs_answer'
  | 'waiting_longest'
  | 'window_closing'
  | 'due_soon'
  | 'follow_ups'
  | 'promises';

/** What a conversation's status becomes. */
export interface ChangeConversationStatusRequest extends WithDates<Schemas['ChangeConversationStatus'], 'until'> {}

/** What measures a promise of one episode. */
export type ConversationClock = Schemas['ConversationClock'];

/** The work on a conversation from when it opened to when it was closed. */
export type Episode = Schemas['Episode'];

/** What happened to a conversation: who did it, and why. */
export type ConversationTimelineEntry = Schemas['ConversationTimelineEntry'];

/** How a summary is to be written. */
export type DraftSummaryRequest = Schemas['DraftSummary'];

/** A summary of an episode that a model proposes. */
export type DraftedSummary = Schemas['DraftedSummary'];

/** How much you have read of a conversation. */
export type ReadConversationRequest = Schemas['ReadConversation'];

/** How many conversations you reach, by how they stand. */
export type ConversationCounts = Schemas['ConversationCounts'];

/** Changes to a conversation. */
export type UpdateConversationRequest = Schemas['UpdateConversation'];

/** Who a conversation belongs to. */
export type AssignConversationRequest = Schemas['AssignConversation'];

/** All labels of a conversation. */
export type SetConversationLabelsRequest = Schemas['SetConversationLabels'];

/** What you do in a conversation. */
export type SetPresenceRequest = Schemas['SetPresence'];

/** Who is in a conversation. */
export type ConversationPresence = Schemas['ConversationPresence'];

/** What a user has begun to write in a conversation. */
export type Draft = Schemas['Draft'];

/** All of a draft. */
export type SetDraftRequest = Schemas['SetDraft'];

/** How to keep a draft. */
export interface SetDraftOptions extends RequestOptions {
  /** The version that you changed. The call fails with 412 if the draft is another one now, or gone. */
  ifVersion?: number | undefined;
}

/** The window of a conversation, and what a template costs after it. */
export type ConversationWindow = Schemas['ConversationWindow'];

/** What holds for everybody who answers contacts. */
export type InboxSettings = Schemas['InboxSettings'];

/** Changes to the settings of the inbox. */
export type UpdateInboxSettingsRequest = Schemas['UpdateInboxSettings'];

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
