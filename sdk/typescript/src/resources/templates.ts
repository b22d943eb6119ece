import type { APIPromise } from '../api-promise.js';
import type { List } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  GalleryTemplate,
  GalleryTemplateTexts,
  LintTemplateRequest,
  LintTemplateResult,
  ListGalleryParams,
  ListTemplatesParams,
  SyncTemplatesResult,
  Template,
} from '../types.js';
import { Resource } from './resource.js';

/** The message templates at the provider. */
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
}
