import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** An item that was found. */
export type SearchHit = Schemas['SearchHit'];

/** What to look for. */
export interface SearchParams
  extends ListParams,
    Optional<{
      /** Only items of this kind. */
      kind: SearchHit['kind'];
      /** Only messages and notes of this conversation. */
      conversationId: string;
      /** Only this contact, and what was written with it. */
      contactId: string;
      /** Only messages and notes of conversations on this phone number. */
      phoneNumberId: string;
      /** Only messages in this direction. */
      direction: 'inbound' | 'outbound';
      /** Only items from this time on. */
      from: Date | string;
      /** Only items from before this time. */
      to: Date | string;
    }> {
  /** The words, all of which an item must have; the last one may be the beginning of a word. */
  q: string;
}
