import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** Something that a contact did. */
export type RecordedConversion = Schemas['RecordedConversion'];

/** What a contact did. */
export type CreateConversionRequest = Schemas['CreateConversion'];

/** Which conversions to list. */
export interface ListConversionsParams
  extends ListParams,
    Optional<{
      /** Only of this contact, and of those that were merged into it. */
      contactId: string;
      /** Only with this name. */
      name: string;
      /** Only what happened from this time on. */
      from: string;
      /** Only what happened before this time. */
      to: string;
    }> {}
