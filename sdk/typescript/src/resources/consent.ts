import type { APIPromise } from '../api-promise.js';
import { type RequestOptions, segment } from '../transport.js';
import type { ListParams } from '../list.js';
import type {
  ConsentRecord,
  ConsentSettings,
  ContactConsent,
  RecordConsentRequest,
  UpdateConsentSettingsRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** Who agreed to which messages, and by which words. */
export class Consent extends Resource {
  /** Gets how a contact stands, and a page of the ledger that says why, newest entry first. */
  get(contactId: string, params?: ListParams, options?: RequestOptions): APIPromise<ContactConsent> {
    return this.transport.request({
      method: 'GET',
      path: `/v1/contacts/${segment(contactId)}/consent`,
      query: { ...params },
      options,
    });
  }

  /** Adds to the ledger what a contact decided elsewhere. */
  record(contactId: string, request: RecordConsentRequest, options?: RequestOptions): APIPromise<ConsentRecord> {
    return this.transport.request({
      method: 'POST',
      path: `/v1/contacts/${segment(contactId)}/consent`,
      body: request,
      options,
    });
  }

  /** Gets the words by which contacts stop and start, and the answers to them. */
  settings(options?: RequestOptions): APIPromise<ConsentSettings> {
    return this.transport.request({ method: 'GET', path: '/v1/consent-settings', options });
  }

  /** Changes the given words and answers. */
  updateSettings(request: UpdateConsentSettingsRequest, options?: RequestOptions): APIPromise<ConsentSettings> {
    return this.transport.request({ method: 'PATCH', path: '/v1/consent-settings', body: request, options });
  }
}
