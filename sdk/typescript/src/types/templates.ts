import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** The mirror of a template at the provider. */
export type Template = Schemas['Template'];

/** How far a template has come at the provider. */
export type TemplateStatus =
  | 'approved'
  | 'pending'
  | 'rejected'
  | 'paused'
  | 'disabled'
  | 'in_appeal'
  | 'locked'
  | 'archived'
  | 'deleted'
  | 'unknown';

/** Which templates to list. */
export interface ListTemplatesParams
  extends ListParams,
    Optional<{
      /** Only this template, in every language. */
      name: string;
      /** Only templates in this status. */
      status: TemplateStatus;
    }> {}

/** What a synchronisation of the templates found. */
export type SyncTemplatesResult = Schemas['SyncResult'];
