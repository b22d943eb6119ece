import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** A person. */
export type Contact = Schemas['Contact'];

/** A contact with what is known of its identity. */
export type ContactDetail = Schemas['ContactDetail'];

/** Something about a contact's identity that people should know. */
export type ContactNotice = Schemas['ContactNotice'];

/** Records that two contacts turned out to be one person. */
export type ContactMerge = Schemas['ContactMerge'];

/** A contact to create: `phone`, `userId` or both. */
export type CreateContactRequest = Schemas['CreateContact'];

/** What to change of a contact; the rest stays. */
export type UpdateContactRequest = Schemas['UpdateContact'];

/** The two contacts of a merge that was undone. */
export type PartedContacts = Schemas['PartedContacts'];

/** Which contacts to list. */
export interface ListContactsParams
  extends ListParams,
    Optional<{
      /** Only the contact with this number, in any of its forms. */
      phone: string;
      /** Only the contact with this user id. */
      userId: string;
      /** Only contacts with this tag. */
      tag: string;
      /** Only contacts whose name, or whose number in international format, begins so. */
      q: string;
      /** Only contacts with this value of a custom field, as `key:value`. */
      field: string;
      /** Only contacts who refuse marketing, or who do not. */
      optedOut: 'true' | 'false';
      /** Only contacts made after this time. */
      createdAfter: string | Date;
      /** Only contacts changed after this time; alone, in the order of the last change. */
      updatedAfter: string | Date;
    }> {}

/** A table of contacts that is or was read in. */
export type ContactImport = Schemas['ContactImport'];

/** Why a row of a table was not taken. */
export type ContactImportError = Schemas['ImportError'];

/** How the first rows of a table would be read. */
export type ContactImportPreview = Schemas['ImportPreview'];

/** How a table is read: `mapping`, `defaultCountry`, `tags`, `onDuplicate`, `delimiter`. */
export type ContactImportOptions = Schemas['ImportOptions'];

/** A table to import: `csv` as text of up to 1 MiB, or a `file`, such as `await openAsBlob('people.csv')`. */
export type CreateContactImportRequest =
  | Schemas['CreateContactImport']
  | (ContactImportOptions & { file: Blob | Uint8Array; filename?: string });

/** A custom field of contacts. */
export type ContactField = Schemas['ContactField'];

/** Every custom field of the workspace. */
export type ContactFieldList = Schemas['ContactFields'];

/** A custom field to define. */
export type CreateContactFieldRequest = Schemas['CreateContactField'];

/** What to change of a custom field; the rest stays. */
export type UpdateContactFieldRequest = Schemas['UpdateContactField'];
