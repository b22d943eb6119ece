import type { ListParams } from '../list.js';
import type { RequestOptions } from '../transport.js';
import type { Optional, Schemas } from './shared.js';

/** Something that may be sold to somebody. */
export type Deal = Schemas['Deal'];

/** A new deal. */
export type CreateDealRequest = Schemas['CreateDeal'];

/** Changes to a deal. */
export type UpdateDealRequest = Schemas['UpdateDeal'];

/** Options of a change of a deal. */
export interface UpdateDealOptions extends RequestOptions {
  /** The version that you changed: the request fails if it is another one now. */
  ifVersion?: number | undefined;
}

/** Where a deal goes. */
export type MoveDealRequest = Schemas['MoveDeal'];

/** A deal with what became of its move. */
export type MovedDeal = Schemas['MovedDeal'];

/** The lines of a deal, with what they are worth. */
export type DealLines = Schemas['DealLines'];

/** Which lines a deal has. */
export type ReplaceDealLinesRequest = Schemas['ReplaceDealLines'];

/** The contacts of a deal. */
export type DealContacts = Schemas['DealContacts'];

/** Which contacts a deal has. */
export type ReplaceDealContactsRequest = Schemas['ReplaceDealContacts'];

/** A move of many deals at once. */
export type DealAction = Schemas['DealAction'];

/** Which deals to move, and where to. */
export type CreateDealActionRequest = Schemas['CreateDealAction'];

/** An import of deals from a table. */
export type DealImport = Schemas['DealImport'];

/** How the first lines of a table of deals would be imported. */
export type DealImportPreview = Schemas['DealImportPreview'];

/** How to read a table of deals: `mapping`, `pipelineId`, `defaultCountry`, `onDuplicate`, `delimiter`. */
export type DealImportOptions = Schemas['DealImportOptions'];

/** A table of deals to import: `csv` as text of up to 1 MiB, or a `file`, such as `await openAsBlob('deals.csv')`. */
export type CreateDealImportRequest =
  | Schemas['CreateDealImport']
  | (DealImportOptions & { file: Blob | Uint8Array; filename?: string });

/** What people write beside a deal. */
export type DealNote = Schemas['DealNote'];

/** A new note of a deal. */
export type CreateDealNoteRequest = Schemas['CreateDealNote'];

/** Changes to a note of a deal. */
export type UpdateDealNoteRequest = Schemas['UpdateDealNote'];

/** A custom field of deals. */
export type DealField = Schemas['DealField'];

/** Every custom field of deals. */
export type DealFieldList = Schemas['DealFields'];

/** A new custom field of deals. */
export type CreateDealFieldRequest = Schemas['CreateDealField'];

/** Changes to a custom field of deals. */
export type UpdateDealFieldRequest = Schemas['UpdateDealField'];

/** One thing that happened to a deal. */
export type DealHistoryEntry = Schemas['DealHistoryEntry'];

/** A stretch of time that a deal spent on a stage. */
export type DealSpan = Schemas['DealSpan'];

/** Which deals to list. */
export interface ListDealsParams extends ListParams, ExportDealsParams {}

/** Which deals to export. */
export interface ExportDealsParams
  extends Optional<{
    /** Only deals of this pipeline. */
    pipelineId: string;
    /** Only deals on this stage. */
    stageId: string;
    /** Only deals of this member. */
    ownerId: string;
    /** Only deals of this status. */
    status: 'open' | 'won' | 'lost';
    /** Only deals with this custom field value, as key:value. */
    field: string;
    /** Only deals that have this contact. */
    contactId: string;
    /** Only deals of this conversation. */
    conversationId: string;
    /** Only deals that are expected to close on this day or later. */
    expectedCloseFrom: string;
    /** Only deals that are expected to close on this day or earlier. */
    expectedCloseTo: string;
  }> {}
