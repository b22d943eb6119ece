import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** A person. */
export type Contact = Schemas['Contact'];

/** A contact with what is known about its identity. */
export type ContactDetail = Schemas['ContactDetail'];

/** Something about a contact's identity that people should know. */
export type ContactNotice = Schemas['ContactNotice'];

/** Records that two contacts turned out to be one person. */
export type ContactMerge = Schemas['ContactMerge'];

/** The erasing of a contact. It ends when nothing is left of the person. */
export type ContactErasure = Schemas['ContactErasure'];

/** A contact to create: `phone`, `userId` or both. */
export type CreateContactRequest = Schemas['CreateContact'];

/** Changes to a contact; absent fields stay. */
export type UpdateContactRequest = Schemas['UpdateContact'];

/** The two contacts after a merge was undone. */
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
      /** Only contacts whose name or number in international format begins with this text. */
      q: string;
      /** Only contacts with this value of a custom field, as `key:value`. */
      field: string;
      /** `true`: opted out of marketing; `false`: not opted out. */
      optedOut: 'true' | 'false';
      /** Only contacts created after this time. */
      createdAfter: string | Date;
      /** Only contacts changed after this time. As the only filter, it sorts by the last change. */
      updatedAfter: string | Date;
    }> {}

/** An import of contacts from a table. */
export type ContactImport = Schemas['ContactImport'];

/** How the first rows of a table would be imported. */
export type ContactImportPreview = Schemas['ImportPreview'];

/** How to read a table: `mapping`, `defaultCountry`, `tags`, `onDuplicate`, `delimiter`. */
export type ContactImportOptions = Schemas['ImportOptions'];

/** A table to import: `csv` as text of up to 1 MiB, or a `file`, such as `await openAsBlob('people.csv')`. */
export type CreateContactImportRequest =
  | Schemas['CreateContactImport']
  | (ContactImportOptions & { file: Blob | Uint8Array; filename?: string });

/** A custom field of contacts. */
export type ContactField = Schemas['ContactField'];

/** All custom fields of the workspace. */
export type ContactFieldList = Schemas['ContactFields'];

/** A custom field to create. */
export type CreateContactFieldRequest = Schemas['CreateContactField'];

/** Changes to a custom field; absent fields stay. */
export type UpdateContactFieldRequest = Schemas['UpdateContactField'];
