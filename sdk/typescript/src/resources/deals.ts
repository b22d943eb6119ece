import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  CreateDealActionRequest,
  CreateDealNoteRequest,
  CreateDealRequest,
  Deal,
  DealAction,
  DealContacts,
  DealHistoryEntry,
  DealLines,
  DealNote,
  DealSpan,
  ExportDealsParams,
  ListDealsParams,
  MoveDealRequest,
  MovedDeal,
  ReplaceDealContactsRequest,
  ReplaceDealLinesRequest,
  UpdateDealNoteRequest,
  UpdateDealOptions,
  UpdateDealRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** What may be sold, on its way through the stages of a pipeline. */
export class Deals extends Resource {
  /** Lists deals, newest first, or by the expected close where you ask for days. */
  list(params?: ListDealsParams, options?: RequestOptions): List<Deal> {
    return this.listOf('/v1/deals', params, options);
  }

  /** Exports deals as a CSV table that an import reads again; it is read as it comes. */
  export(params: ExportDealsParams = {}, options?: RequestOptions): Promise<Response> {
    return this.transport.open({ method: 'GET', path: '/v1/deals/export', query: { ...params }, options });
  }

  /** Creates a deal at the top of its stage. */
  create(request: CreateDealRequest, options?: RequestOptions): APIPromise<Deal> {
    return this.transport.request({ method: 'POST', path: '/v1/deals', body: request, options });
  }

  /** Returns a deal. */
  get(id: string, options?: RequestOptions): APIPromise<Deal> {
    return this.transport.request({ method: 'GET', path: `/v1/deals/${segment(id)}`, options });
  }

  /** Changes a deal. With ifVersion it fails if somebody changed it meanwhile. */
  update(
    id: string,
    request: UpdateDealRequest,
    { ifVersion, ...options }: UpdateDealOptions = {},
  ): APIPromise<Deal> {
    const headers = { ...options.headers };
    if (ifVersion !== undefined) headers['If-Match'] = `"${ifVersion}"`;
    const path = `/v1/deals/${segment(id)}`;
    return this.transport.request({ method: 'PATCH', path, body: request, options: { ...options, headers } });
  }

  /** Deletes a deal with its lines and notes. With ifVersion it fails if somebody changed it meanwhile. */
  delete(id: string, { ifVersion, ...options }: UpdateDealOptions = {}): APIPromise<void> {
    const headers = { ...options.headers };
    if (ifVersion !== undefined) headers['If-Match'] = `"${ifVersion}"`;
    const path = `/v1/deals/${segment(id)}`;
    return this.transport.request({ method: 'DELETE', path, options: { ...options, headers } });
  }

  /** Moves a deal to a stage, and to a place there. */
  move(id: string, request: MoveDealRequest, options?: RequestOptions): APIPromise<MovedDeal> {
    const path = `/v1/deals/${segment(id)}/move`;
    return this.transport.request({ method: 'POST', path, body: request, options });
  }

  /** Returns the lines of a deal. */
  lines(id: string, options?: RequestOptions): APIPromise<DealLines> {
    return this.transport.request({ method: 'GET', path: `/v1/deals/${segment(id)}/lines`, options });
  }

  /** Says which lines a deal has; its amount is what they are worth together. */
  replaceLines(
    id: string,
    request: ReplaceDealLinesRequest,
    { ifVersion, ...options }: UpdateDealOptions = {},
  ): APIPromise<DealLines> {
    const headers = { ...options.headers };
    if (ifVersion !== undefined) headers['If-Match'] = `"${ifVersion}"`;
    const path = `/v1/deals/${segment(id)}/lines`;
    return this.transport.request({ method: 'PUT', path, body: request, options: { ...options, headers } });
  }

  /** Returns the contacts of a deal, the primary one first. */
  contacts(id: string, options?: RequestOptions): APIPromise<DealContacts> {
    return this.transport.request({ method: 'GET', path: `/v1/deals/${segment(id)}/contacts`, options });
  }

  /** Says which contacts a deal has, and what each is for it. */
  replaceContacts(
    id: string,
    request: ReplaceDealContactsRequest,
    { ifVersion, ...options }: UpdateDealOptions = {},
  ): APIPromise<DealContacts> {
    const headers = { ...options.headers };
    if (ifVersion !== undefined) headers['If-Match'] = `"${ifVersion}"`;
    const path = `/v1/deals/${segment(id)}/contacts`;
    return this.transport.request({ method: 'PUT', path, body: request, options: { ...options, headers } });
  }

  /** Moves many deals at once. What cannot be moved is skipped. */
  moveMany(request: CreateDealActionRequest, options?: RequestOptions): APIPromise<DealAction> {
    return this.transport.request({ method: 'POST', path: '/v1/deal-actions', body: request, options });
  }

  /** Lists your moves of many deals, newest first. */
  actions(params?: ListParams, options?: RequestOptions): List<DealAction> {
    return this.listOf('/v1/deal-actions', params, options);
  }

  /** Returns a move of many deals. */
  action(id: string, options?: RequestOptions): APIPromise<DealAction> {
    return this.transport.request({ method: 'GET', path: `/v1/deal-actions/${segment(id)}`, options });
  }

  /** Puts back the deals of an action that nobody moved since. */
  undoAction(id: string, options?: RequestOptions): APIPromise<DealAction> {
    return this.transport.request({ method: 'POST', path: `/v1/deal-actions/${segment(id)}/undo`, options });
  }

  /** Writes a note on a deal. */
  createNote(id: string, request: CreateDealNoteRequest, options?: RequestOptions): APIPromise<DealNote> {
    const path = `/v1/deals/${segment(id)}/notes`;
    return this.transport.request({ method: 'POST', path, body: request, options });
  }

  /** Lists the notes of a deal, newest first. */
  notes(id: string, params?: ListParams, options?: RequestOptions): List<DealNote> {
    return this.listOf(`/v1/deals/${segment(id)}/notes`, params, options);
  }

  /** Changes a note that you wrote. */
  updateNote(
    id: string,
    noteId: string,
    request: UpdateDealNoteRequest,
    options?: RequestOptions,
  ): APIPromise<DealNote> {
    const path = `/v1/deals/${segment(id)}/notes/${segment(noteId)}`;
    return this.transport.request({ method: 'PATCH', path, body: request, options });
  }

  /** Deletes a note that you wrote. */
  deleteNote(id: string, noteId: string, options?: RequestOptions): APIPromise<void> {
    const path = `/v1/deals/${segment(id)}/notes/${segment(noteId)}`;
    return this.transport.request({ method: 'DELETE', path, options });
  }

  /** Lists everything that happened to a deal, newest first. */
  history(id: string, params?: ListParams, options?: RequestOptions): List<DealHistoryEntry> {
    return this.listOf(`/v1/deals/${segment(id)}/history`, params, options);
  }

  /** Lists how long a deal was on which stage, the first one first. */
  spans(id: string, params?: ListParams, options?: RequestOptions): List<DealSpan> {
    return this.listOf(`/v1/deals/${segment(id)}/spans`, params, options);
  }
}
