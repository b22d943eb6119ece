import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** One template that is sent to many. */
export type Broadcast = Schemas['Broadcast'];

/** A new broadcast. */
export type CreateBroadcastRequest = Schemas['CreateBroadcast'];

/** A broadcast to those of a table: its text, or a file. */
export type CreateBroadcastFromTableRequest =
  | Schemas['CreateBroadcastFromTable']
  | (Schemas['BroadcastTableOptions'] & { file: Blob | Uint8Array; filename?: string });

/** Changes to a broadcast. */
export type UpdateBroadcastRequest = Schemas['UpdateBroadcast'];

/** To whom a test of a broadcast goes. */
export type TestBroadcastRequest = Schemas['TestBroadcast'];

/** What a broadcast comes to. */
export type BroadcastForecast = Schemas['BroadcastForecast'];

/** What a broadcast has shown so far. */
export type BroadcastResults = Schemas['BroadcastResults'];

/** How many recipients of a broadcast failed, by the reason. */
export type BroadcastFailures = Schemas['BroadcastFailures'];

/** Somebody of the audience of a broadcast. */
export type BroadcastRecipient = Schemas['BroadcastRecipient'];

/** Which broadcasts to list. */
export interface ListBroadcastsParams
  extends ListParams,
    Optional<{
      /** Only broadcasts with this status. */
      status: Broadcast['status'];
    }> {}

/** Which recipients to export. */
export interface ExportBroadcastRecipientsParams
  extends Optional<{
    /** Only recipients in this state. */
    state: BroadcastRecipient['state'];
  }> {}

/** Which recipients to list. */
export interface ListBroadcastRecipientsParams extends ListParams, ExportBroadcastRecipientsParams {}
