import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  AddPhoneNumberRequest,
  AutomaticMessages,
  PhoneNumber,
  PhoneNumberHealth,
  PhoneNumberPINRequest,
  PhoneNumberSetup,
  RequestDisplayNameRequest,
  RequestVerificationCodeRequest,
  UpdateAutomaticMessagesRequest,
  UpdatePhoneNumberRequest,
  VerifyPhoneNumberRequest,
} from '../types.js';
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

  /** Adds a number to a messaging account at the provider. */
  add(request: AddPhoneNumberRequest, options?: RequestOptions): APIPromise<PhoneNumber> {
    return this.transport.request({ method: 'POST', path: '/v1/phone-numbers', body: request, options });
  }

  /** Gets how far a number is set up. */
  setup(id: string, options?: RequestOptions): APIPromise<PhoneNumberSetup> {
    return this.transport.request({ method: 'GET', path: `/v1/phone-numbers/${segment(id)}/setup`, options });
  }

  /** Has the provider send a verification code to a number. */
  requestCode(id: string, request: RequestVerificationCodeRequest, options?: RequestOptions): APIPromise<PhoneNumberSetup> {
    return this.transport.request({ method: 'POST', path: `/v1/phone-numbers/${segment(id)}/verification-code`, body: request, options });
  }

  /** Verifies a number by the code that came. */
  verify(id: string, request: VerifyPhoneNumberRequest, options?: RequestOptions): APIPromise<PhoneNumberSetup> {
    return this.transport.request({ method: 'POST', path: `/v1/phone-numbers/${segment(id)}/verify`, body: request, options });
  }

  /** Registers a number, so that it can send. */
  register(id: string, request: PhoneNumberPINRequest, options?: RequestOptions): APIPromise<PhoneNumberSetup> {
    return this.transport.request({ method: 'POST', path: `/v1/phone-numbers/${segment(id)}/register`, body: request, options });
  }

  /** Ends the registration of a number. */
  deregister(id: string, options?: RequestOptions): APIPromise<PhoneNumberSetup> {
    return this.transport.request({ method: 'POST', path: `/v1/phone-numbers/${segment(id)}/deregister`, options });
  }

  /** Changes the PIN of a number. */
  changePin(id: string, request: PhoneNumberPINRequest, options?: RequestOptions): APIPromise<PhoneNumberSetup> {
    return this.transport.request({ method: 'POST', path: `/v1/phone-numbers/${segment(id)}/pin`, body: request, options });
  }

  /** Asks for another display name. */
  requestName(id: string, request: RequestDisplayNameRequest, options?: RequestOptions): APIPromise<PhoneNumberSetup> {
    return this.transport.request({ method: 'POST', path: `/v1/phone-numbers/${segment(id)}/display-name`, body: request, options });
  }
}
