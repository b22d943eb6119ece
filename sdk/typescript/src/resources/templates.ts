import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  CreateTemplateRequest,
  DeleteTemplateParams,
  DuplicateTemplateRequest,
  GalleryTemplate,
  GalleryTemplateTexts,
  GetTemplateStatisticsParams,
  LintTemplateRequest,
  LintTemplateResult,
  ListGalleryParams,
  ListTemplatesParams,
  PreviewTemplateDraftRequest,
  SyncTemplatesResult,
  Template,
  TemplatePreview,
  TemplateStatistics,
  TemplateValues,
  TemplateVersion,
  UpdateTemplateRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** The message templates: your drafts, and what the provider has. */
export class Templates extends Resource {
  /** Lists the templates. */
  list(params?: ListTemplatesParams, options?: RequestOptions): List<Template> {
    return this.listOf('/v1/templates', params, options);
  }

  /** Fetches the templates from the provider again. */
  sync(options?: RequestOptions): APIPromise<SyncTemplatesResult> {
    return this.transport.request({ method: 'POST', path: '/v1/templates/sync', options });
  }

  /** Says what the provider will make of a template, before it is submitted. */
  lint(request: LintTemplateRequest, options?: RequestOptions): APIPromise<LintTemplateResult> {
    return this.transport.request({ method: 'POST', path: '/v1/templates/lint', body: request, options });
  }

  /** Lists the templates that you may take over. */
  gallery(params?: ListGalleryParams, options?: RequestOptions): List<GalleryTemplate> {
    return this.listOf('/v1/template-gallery', params, options);
  }

  /** Gets a template that you may take over, in all its languages. */
  galleryTemplate(id: string, options?: RequestOptions): APIPromise<GalleryTemplateTexts> {
    return this.transport.request({ method: 'GET', path: `/v1/template-gallery/${segment(id)}`, options });
  }

  /** Creates a template: a draft, or with `submit` one that is put into review. */
  create(request: CreateTemplateRequest, options?: RequestOptions): APIPromise<Template> {
    return this.transport.request({ method: 'POST', path: '/v1/templates', body: request, options });
  }

  /** Gets a template. */
  get(id: string, options?: RequestOptions): APIPromise<Template> {
    return this.transport.request({ method: 'GET', path: `/v1/templates/${segment(id)}`, options });
  }

  /** Changes a draft, or has a new version of a template put into review. */
  update(id: string, request: UpdateTemplateRequest, options?: RequestOptions): APIPromise<Template> {
    return this.transport.request({ method: 'PATCH', path: `/v1/templates/${segment(id)}`, body: request, options });
  }

  /** Has a draft put into review. */
  submit(id: string, options?: RequestOptions): APIPromise<Template> {
    return this.transport.request({ method: 'POST', path: `/v1/templates/${segment(id)}/submit`, options });
  }

  /** Makes a draft of a template under another name, in another language or for another account. */
  duplicate(id: string, request: DuplicateTemplateRequest, options?: RequestOptions): APIPromise<Template> {
    const path = `/v1/templates/${segment(id)}/duplicate`;
    return this.transport.request({ method: 'POST', path, body: request, options });
  }

  /** Deletes a template, or every language of it. */
  delete(id: string, params?: DeleteTemplateParams, options?: RequestOptions): APIPromise<Template> {
    const query = { ...params };
    return this.transport.request({ method: 'DELETE', path: `/v1/templates/${segment(id)}`, query, options });
  }

  /** Archives a template at the provider. */
  archive(id: string, options?: RequestOptions): APIPromise<Template> {
    return this.transport.request({ method: 'POST', path: `/v1/templates/${segment(id)}/archive`, options });
  }

  /** Takes a template out of the provider's archive. */
  unarchive(id: string, options?: RequestOptions): APIPromise<Template> {
    return this.transport.request({ method: 'POST', path: `/v1/templates/${segment(id)}/unarchive`, options });
  }

  /** Lists the versions of a template, newest first. */
  versions(id: string, params?: ListParams, options?: RequestOptions): List<TemplateVersion> {
    return this.listOf(`/v1/templates/${segment(id)}/versions`, params, options);
  }

  /** Says what became of the messages of a template, also by day. */
  statistics(id: string, params: GetTemplateStatisticsParams = {}, options?: RequestOptions): APIPromise<TemplateStatistics> {
    return this.transport.request({ method: 'GET', path: `/v1/templates/${segment(id)}/statistics`, query: params, options });
  }

  /** Shows a template as a phone shows it. */
  preview(id: string, values: TemplateValues, options?: RequestOptions): APIPromise<TemplatePreview> {
    const path = `/v1/templates/${segment(id)}/preview`;
    return this.transport.request({ method: 'POST', path, body: values, options });
  }

  /** Shows what is not stored anywhere, as a phone would show it. */
  previewDraft(request: PreviewTemplateDraftRequest, options?: RequestOptions): APIPromise<TemplatePreview> {
    return this.transport.request({ method: 'POST', path: '/v1/templates/preview', body: request, options });
  }
}
