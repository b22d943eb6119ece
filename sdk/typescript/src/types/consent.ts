import type { Schemas, WithDates } from './shared.js';

/** How a contact stands to one purpose. */
export type ConsentDecision = Schemas['ConsentDecision'];

/** One fact of a contact's consent ledger, with its proof. */
export type ConsentRecord = Schemas['ConsentRecord'];

/** How a contact stands now, and a page of its ledger. */
export type ContactConsent = Schemas['ContactConsent'];

/** A decision of a contact to record. */
export interface RecordConsentRequest extends WithDates<Schemas['RecordConsent'], 'decidedAt'> {}

/** The words by which contacts stop and start. */
export type ConsentSettings = Schemas['ConsentSettings'];

/** The words of one language and the answers to them. */
export type ConsentLanguage = Schemas['ConsentLanguage'];

/** What to change of the words and answers; the rest stays. */
export type UpdateConsentSettingsRequest = Schemas['UpdateConsentSettings'];
