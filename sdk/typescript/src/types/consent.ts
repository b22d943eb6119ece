import type { Schemas, WithDates } from './shared.js';

/** A contact's decision about one purpose. */
export type ConsentDecision = Schemas['ConsentDecision'];

/** One entry of a contact's consent ledger, with its proof. */
export type ConsentRecord = Schemas['ConsentRecord'];

/** A contact's current decisions and a page of its ledger. */
export type ContactConsent = Schemas['ContactConsent'];

/** A decision of a contact to record. */
export interface RecordConsentRequest extends WithDates<Schemas['RecordConsent'], 'decidedAt'> {}

/** The words with which contacts opt out and in. */
export type ConsentSettings = Schemas['ConsentSettings'];

/** The words of one language and the replies to them. */
export type ConsentLanguage = Schemas['ConsentLanguage'];

/** Changes to the words and replies; absent fields stay. */
export type UpdateConsentSettingsRequest = Schemas['UpdateConsentSettings'];
