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

/** Consent of contacts, and the words with which they opt out and in. */
export class Consent extends Resource {
  /** Gets a contact's consent and a page of its ledger, newest first. */
  get(contactId: string, params?: ListParams, options?: RequestOptions): APIPromise<ContactConsent> {
    return this.transport.request({
      method: 'GET',
      path: `/v1/contacts/${segment(contactId)}/consent`,
      query: { ...params },
      options,
    });
  }

  /** Records a decision that a contact made elsewhere. */
  record(contactId: string, request: RecordConsentRequest, options?: RequestOptions): APIPromise<ConsentRecord> {
    return this.transport.request({
      method: 'POST',
      path: `/v1/contacts/${segment(contactId)}/consent`,
      body: request,
      options,
    });
  }

  /** Gets the words with which contacts opt out and in, and the replies to them. */
  settings(options?: RequestOptions): APIPromise<ConsentSettings> {
    return this.transport.request({ method: 'GET', path: '/v1/consent-settings', options });
  }

  /** Changes words and replies. */
  updateSettings(request: UpdateConsentSettingsRequest, options?: RequestOptions): APIPromise<ConsentSettings> {
    return this.transport.request({ method: 'PATCH', path: '/v1/consent-settings', body: request, options });
  }
}
