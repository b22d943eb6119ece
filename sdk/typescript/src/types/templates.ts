import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** A copy of a template at the provider. */
export type Template = Schemas['Template'];

/** The status of a template at the provider. */
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

/** The result of synchronising the templates. */
export type SyncTemplatesResult = Schemas['SyncResult'];
