import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** A template: your draft, or a copy of what the provider has. */
export type Template = Schemas['Template'];

/** The status of a template. */
export type TemplateStatus =
  | 'draft'
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

/** A new template. */
export type CreateTemplateRequest = Schemas['CreateTemplate'];

/** Changes to a template. */
export type UpdateTemplateRequest = Schemas['UpdateTemplate'];

/** What is different of a copy of a template. */
export type DuplicateTemplateRequest = Schemas['DuplicateTemplate'];

/** What of a template is deleted. */
export type DeleteTemplateParams = Optional<{
  /** Whether every language of the template is deleted. */
  allLanguages: boolean;
}>;

/** Values that fill a template for a preview. */
export type TemplateValues = Schemas['TemplateValues'];

/** A template that is shown and not stored. */
export type PreviewTemplateDraftRequest = Schemas['PreviewTemplateDraft'];

/** A template as a phone shows it. */
export type TemplatePreview = Schemas['TemplatePreview'];

/** What became of the messages of a template in a period. */
export type TemplateStatistics = Schemas['TemplateStatistics'];

/** The period of statistics: its first and last day, such as 2026-11-01, in UTC. */
export type GetTemplateStatisticsParams = Optional<{
  from: string;
  to: string;
}>;

/** What a template said from one change to the next. */
export type TemplateVersion = Schemas['TemplateVersion'];
