import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  AssignConversationRequest,
  ChangeConversationStatusRequest,
  Conversation,
  ConversationClock,
  ConversationCounts,
  ConversationPresence,
  ConversationTimelineEntry,
  ConversationWindow,
  CreateNoteRequest,
  Draft,
  DraftedSummary,
  DraftSummaryRequest,
  Episode,
  GetTranscriptParams,
  InboxSettings,
  ListConversationsParams,
  Note,
  ReadConversationRequest,
  RoutingDecision,
  SetConversationLabelsRequest,
  SetDraftOptions,
  SetDraftRequest,
  SetPresenceRequest,
  TakeOverConversationRequest,
  Turn,
  UpdateConversationRequest,
  UpdateInboxSettingsRequest,
  UpdateNoteRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** The conversations between contacts and phone numbers. */
export class Conversations extends Resource {
  /** Lists conversations, newest first. */
  list(params?: ListConversationsParams, options?: RequestOptions): List<Conversation> {
    return this.listOf('/v1/conversations', params, options);
  }

  /** Gets a conversation with its active speaker. */
  get(id: string, options?: RequestOptions): APIPromise<Conversation> {
    return this.transport.request({ method: 'GET', path: `/v1/conversations/${segment(id)}`, options });
  }

  /** Counts the conversations that you reach, by how they stand. */
  counts(options?: RequestOptions): APIPromise<ConversationCounts> {
    return this.transport.request({ method: 'GET', path: '/v1/conversation-counts', options });
  }

  /** Gets what holds for everybody who answers contacts. */
  settings(options?: RequestOptions): APIPromise<InboxSettings> {
    return this.transport.request({ method: 'GET', path: '/v1/inbox-settings', options });
  }

  /** Changes what holds for everybody who answers contacts. */
  updateSettings(request: UpdateInboxSettingsRequest, options?: RequestOptions): APIPromise<InboxSettings> {
    return this.transport.request({ method: 'PATCH', path: '/v1/inbox-settings', body: request, options });
  }

  /** Opens, puts off, snoozes or closes the conversation. */
  changeStatus(id: string, request: ChangeConversationStatusRequest, options?: RequestOptions): APIPromise<Conversation> {
    const path = `/v1/conversations/${segment(id)}/status`;
    return this.transport.request({ method: 'PUT', path, body: request, options });
  }

  /** Lists the clocks of the conversation, newest first. */
  clocks(id: string, params?: ListParams, options?: RequestOptions): List<ConversationClock> {
    return this.listOf(`/v1/conversations/${segment(id)}/clocks`, params, options);
  }

  /** Gets the window of the conversation, and what a template costs after it. */
  window(id: string, options?: RequestOptions): APIPromise<ConversationWindow> {
    return this.transport.request({ method: 'GET', path: `/v1/conversations/${segment(id)}/window`, options });
  }

  /** Lists the episodes of the conversation, the latest first. */
  episodes(id: string, params?: ListParams, options?: RequestOptions): List<Episode> {
    return this.listOf(`/v1/conversations/${segment(id)}/episodes`, params, options);
  }

  /** Lets the assistant's model sum up the latest episode. Nothing is stored. */
  draftSummary(id: string, request: DraftSummaryRequest = {}, options?: RequestOptions): APIPromise<DraftedSummary> {
    return this.transport.request({ method: 'POST', path: `/v1/conversations/${segment(id)}/summary`, body: request, options });
  }

  /** Lists what happened to the conversation, newest first. */
  timeline(id: string, params?: ListParams, options?: RequestOptions): List<ConversationTimelineEntry> {
    return this.listOf(`/v1/conversations/${segment(id)}/timeline`, params, options);
  }

  /** Exports the messages as text. Read the response with `body` (a stream) or `text()`. */
  transcript(id: string, params: GetTranscriptParams = {}, options?: RequestOptions): Promise<Response> {
    const path = `/v1/conversations/${segment(id)}/transcript`;
    return this.transport.open({ method: 'GET', path, query: params, options });
  }

  /** Lists why the conversation went where it did, the latest decision first. */
  routing(id: string, params?: ListParams, options?: RequestOptions): List<RoutingDecision> {
    return this.listOf(`/v1/conversations/${segment(id)}/routing`, params, options);
  }

  /** Says how much you have read, for people who signed in. */
  read(id: string, request: ReadConversationRequest, options?: RequestOptions): APIPromise<Conversation> {
    const path = `/v1/conversations/${segment(id)}/read`;
    return this.transport.request({ method: 'PUT', path, body: request, options });
  }

  /** Changes the assistant's switch or the priority of a conversation. */
  update(id: string, request: UpdateConversationRequest, options?: RequestOptions): APIPromise<Conversation> {
    const path = `/v1/conversations/${segment(id)}`;
    return this.transport.request({ method: 'PATCH', path, body: request, options });
  }

  /** Makes people the active speaker; a reply in progress is not sent. */
  takeOver(id: string, request?: TakeOverConversationRequest, options?: RequestOptions): APIPromise<Conversation> {
    const path = `/v1/conversations/${segment(id)}/take-over`;
    return this.transport.request({ method: 'POST', path, body: request ?? {}, options });
  }

  /** Assigns the conversation to a team, a user, both or nobody. */
  assign(id: string, request: AssignConversationRequest, options?: RequestOptions): APIPromise<Conversation> {
    const path = `/v1/conversations/${segment(id)}/assignment`;
    return this.transport.request({ method: 'PUT', path, body: request, options });
  }

  /** Says which labels the conversation has. */
  setLabels(id: string, request: SetConversationLabelsRequest, options?: RequestOptions): APIPromise<Conversation> {
    const path = `/v1/conversations/${segment(id)}/labels`;
    return this.transport.request({ method: 'PUT', path, body: request, options });
  }

  /** Says that you view the conversation, type in it or have left, for people who signed in. */
  setPresence(id: string, request: SetPresenceRequest, options?: RequestOptions): APIPromise<void> {
    const path = `/v1/conversations/${segment(id)}/presence`;
    return this.transport.request({ method: 'PUT', path, body: request, options });
  }

  /** Gets who is in the conversation. */
  presence(id: string, options?: RequestOptions): APIPromise<ConversationPresence> {
    return this.transport.request({ method: 'GET', path: `/v1/conversations/${segment(id)}/presence`, options });
  }

  /** Keeps what you have begun to write there, for people who signed in. */
  setDraft(
    id: string,
    request: SetDraftRequest,
    { ifVersion, ...options }: SetDraftOptions = {},
  ): APIPromise<Draft> {
    const headers = { ...options.headers };
    if (ifVersion !== undefined) headers['If-Match'] = `"${ifVersion}"`;
    const path = `/v1/conversations/${segment(id)}/draft`;
    return this.transport.request({ method: 'PUT', path, body: request, options: { ...options, headers } });
  }

  /** Gets what you have begun to write there. */
  draft(id: string, options?: RequestOptions): APIPromise<Draft> {
    return this.transport.request({ method: 'GET', path: `/v1/conversations/${segment(id)}/draft`, options });
  }

  /** Deletes what you have begun to write there. */
  deleteDraft(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/conversations/${segment(id)}/draft`, options });
  }

  /** Lists your draft in the conversation and those that colleagues share. */
  drafts(id: string, params?: ListParams, options?: RequestOptions): List<Draft> {
    return this.listOf(`/v1/conversations/${segment(id)}/drafts`, params, options);
  }

  /** Lists your drafts in all conversations, the one that changed last first. */
  ownDrafts(params?: ListParams, options?: RequestOptions): List<Draft> {
    return this.listOf('/v1/drafts', params, options);
  }

  /** Follows the conversation, for people who signed in. */
  follow(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'PUT', path: `/v1/conversations/${segment(id)}/following`, options });
  }

  /** Stops following the conversation. */
  unfollow(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/conversations/${segment(id)}/following`, options });
  }

  /** Takes the conversation off its agent and lets another member have it. */
  requeue(id: string, options?: RequestOptions): APIPromise<Conversation> {
    return this.transport.request({ method: 'POST', path: `/v1/conversations/${segment(id)}/requeue`, options });
  }

  /** Hands the conversation back to the assistant. */
  handBack(id: string, options?: RequestOptions): APIPromise<Conversation> {
    return this.transport.request({ method: 'POST', path: `/v1/conversations/${segment(id)}/hand-back`, options });
  }

  /** Lists the assistants' turns, newest first. */
  turns(id: string, params?: ListParams, options?: RequestOptions): List<Turn> {
    return this.listOf(`/v1/conversations/${segment(id)}/turns`, params, options);
  }

  /** Lists the notes of the conversation, newest first. */
  notes(id: string, params?: ListParams, options?: RequestOptions): List<Note> {
    return this.listOf(`/v1/conversations/${segment(id)}/notes`, params, options);
  }

  /** Writes a note beside the conversation. */
  createNote(id: string, request: CreateNoteRequest, options?: RequestOptions): APIPromise<Note> {
    const path = `/v1/conversations/${segment(id)}/notes`;
    return this.transport.request({ method: 'POST', path, body: request, options });
  }

  /** Changes a note of your own. */
  updateNote(id: string, noteId: string, request: UpdateNoteRequest, options?: RequestOptions): APIPromise<Note> {
    const path = `/v1/conversations/${segment(id)}/notes/${segment(noteId)}`;
    return this.transport.request({ method: 'PATCH', path, body: request, options });
  }

  /** Deletes a note of your own. */
  deleteNote(id: string, noteId: string, options?: RequestOptions): APIPromise<void> {
    const path = `/v1/conversations/${segment(id)}/notes/${segment(noteId)}`;
    return this.transport.request({ method: 'DELETE', path, options });
  }
}
