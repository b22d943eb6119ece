import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { AutomaticMessages, PhoneNumber, PhoneNumberHealth, UpdateAutomaticMessagesRequest, UpdatePhoneNumberRequest } from '../types.js';
import { Resource } from './resource.js';

/** The phone numbers of the business. */
export class PhoneNumbers extends Resource {
  /** Lists the numbers. */
  list(params?: ListParams, options?: RequestOptions): List<PhoneNumber> {
    return this.listOf('/v1/phone-numbers', params, options);
  }

  /** Gets a number. */
  get(id: string, options?: RequestOptions): APIPromise<PhoneNumber> {
    return this.transport.request({ method: 'GET', path: `/v1/phone-numbers/${segment(id)}`, options });
  }

  /** Changes when contacts are told that their messages were read. */
  update(id: string, request: UpdatePhoneNumberRequest, options?: RequestOptions): APIPromise<PhoneNumber> {
    return this.transport.request({ method: 'PATCH', path: `/v1/phone-numbers/${segment(id)}`, body: request, options });
  }

  /** Gets what a number says by itself, and when it closes conversations. */
  automaticMessages(id: string, options?: RequestOptions): APIPromise<AutomaticMessages> {
    return this.transport.request({ method: 'GET', path: `/v1/phone-numbers/${segment(id)}/automatic-messages`, options });
  }

  /** Changes what a number says by itself, and when it closes conversations. */
  updateAutomaticMessages(id: string, request: UpdateAutomaticMessagesRequest, options?: RequestOptions): APIPromise<AutomaticMessages> {
    return this.transport.request({ method: 'PATCH', path: `/v1/phone-numbers/${segment(id)}/automatic-messages`, body: request, options });
  }

  /** Gets the health of a number: gaps in its webhooks, and its state at the provider. */
  health(id: string, options?: RequestOptions): APIPromise<PhoneNumberHealth> {
    return this.transport.request({ method: 'GET', path: `/v1/phone-numbers/${segment(id)}/health`, options });
  }
}
