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

/** A template to check. */
export type LintTemplateRequest = Schemas['LintTemplate'];

/** What the provider will make of a template. */
export type LintTemplateResult = Schemas['LintResult'];

/** A template that you may take over. */
export type GalleryTemplate = Schemas['GalleryTemplate'];

/** A template that you may take over, in all its languages. */
export type GalleryTemplateTexts = Schemas['GalleryTemplateTexts'];

/** Which templates of the gallery to list. */
export interface ListGalleryParams
  extends ListParams,
    Optional<{
      /** Only templates for this trade. */
      trade: GalleryTemplate['trade'];
      /** Only templates of this category. */
      category: GalleryTemplate['category'];
      /** Only templates that have this language. */
      language: 'ar' | 'de' | 'en' | 'es' | 'fr' | 'hi' | 'id' | 'pt_BR' | 'zh_CN';
    }> {}
