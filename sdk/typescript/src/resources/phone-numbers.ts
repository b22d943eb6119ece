import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  AddPhoneNumberRequest,
  AutomaticMessages,
  BlockOutcome,
  BlockUsersRequest,
  BlockedUser,
  BusinessProfile,
  ConversationalComponents,
  CreateQRCodeRequest,
  EncryptionKey,
  PhoneNumber,
  PhoneNumberHealth,
  PhoneNumberPINRequest,
  PhoneNumberSetup,
  QRCode,
  QRCodes,
  RequestDisplayNameRequest,
  RequestVerificationCodeRequest,
  SetConversationalComponentsRequest,
  SetEncryptionKeyRequest,
  UpdateAutomaticMessagesRequest,
  UpdateBusinessProfileRequest,
  UpdatePhoneNumberRequest,
  UpdateQRCodeRequest,
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

  /** Asks for the contacts and messages that a number has in the provider's app. */
  requestHistory(id: string, options?: RequestOptions): APIPromise<PhoneNumberSetup> {
    return this.transport.request({ method: 'POST', path: `/v1/phone-numbers/${segment(id)}/app-history`, options });
  }

  /** Changes the PIN of a number. */
  changePin(id: string, request: PhoneNumberPINRequest, options?: RequestOptions): APIPromise<PhoneNumberSetup> {
    return this.transport.request({ method: 'POST', path: `/v1/phone-numbers/${segment(id)}/pin`, body: request, options });
  }

  /** Asks for another display name. */
  requestName(id: string, request: RequestDisplayNameRequest, options?: RequestOptions): APIPromise<PhoneNumberSetup> {
    return this.transport.request({ method: 'POST', path: `/v1/phone-numbers/${segment(id)}/display-name`, body: request, options });
  }

  /** Gets what contacts see of a number. */
  profile(id: string, options?: RequestOptions): APIPromise<BusinessProfile> {
    return this.transport.request({ method: 'GET', path: `/v1/phone-numbers/${segment(id)}/profile`, options });
  }

  /** Changes what contacts see of a number. */
  updateProfile(id: string, request: UpdateBusinessProfileRequest, options?: RequestOptions): APIPromise<BusinessProfile> {
    return this.transport.request({ method: 'PATCH', path: `/v1/phone-numbers/${segment(id)}/profile`, body: request, options });
  }

  /** Gets welcome message, commands and prompts of a number. */
  components(id: string, options?: RequestOptions): APIPromise<ConversationalComponents> {
    return this.transport.request({ method: 'GET', path: `/v1/phone-numbers/${segment(id)}/conversational-components`, options });
  }

  /** Replaces welcome message, commands and prompts of a number. */
  setComponents(id: string, request: SetConversationalComponentsRequest, options?: RequestOptions): APIPromise<ConversationalComponents> {
    return this.transport.request({ method: 'PUT', path: `/v1/phone-numbers/${segment(id)}/conversational-components`, body: request, options });
  }

  /** Lists the QR codes of a number. */
  qrCodes(id: string, options?: RequestOptions): APIPromise<QRCodes> {
    return this.transport.request({ method: 'GET', path: `/v1/phone-numbers/${segment(id)}/qr-codes`, options });
  }

  /** Makes a QR code with its short link. */
  createQrCode(id: string, request: CreateQRCodeRequest, options?: RequestOptions): APIPromise<QRCode> {
    return this.transport.request({ method: 'POST', path: `/v1/phone-numbers/${segment(id)}/qr-codes`, body: request, options });
  }

  /** Gives a QR code another message. */
  updateQrCode(id: string, code: string, request: UpdateQRCodeRequest, options?: RequestOptions): APIPromise<QRCode> {
    return this.transport.request({ method: 'PATCH', path: `/v1/phone-numbers/${segment(id)}/qr-codes/${segment(code)}`, body: request, options });
  }

  /** Deletes a QR code. */
  deleteQrCode(id: string, code: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/phone-numbers/${segment(id)}/qr-codes/${segment(code)}`, options });
  }

  /** Lists whom a number has blocked. */
  blockedUsers(id: string, params?: ListParams, options?: RequestOptions): List<BlockedUser> {
    return this.listOf(`/v1/phone-numbers/${segment(id)}/blocked-users`, params, options);
  }

  /** Blocks users of a number. */
  blockUsers(id: string, request: BlockUsersRequest, options?: RequestOptions): APIPromise<BlockOutcome> {
    return this.transport.request({ method: 'POST', path: `/v1/phone-numbers/${segment(id)}/blocked-users`, body: request, options });
  }

  /** Unblocks users of a number. */
  unblockUsers(id: string, request: BlockUsersRequest, options?: RequestOptions): APIPromise<BlockOutcome> {
    return this.transport.request({ method: 'POST', path: `/v1/phone-numbers/${segment(id)}/blocked-users/unblock`, body: request, options });
  }

  /** Gets the public key of the flows of a number. */
  encryptionKey(id: string, options?: RequestOptions): APIPromise<EncryptionKey> {
    return this.transport.request({ method: 'GET', path: `/v1/phone-numbers/${segment(id)}/encryption-key`, options });
  }

  /** Sets the public key of the flows of a number. */
  setEncryptionKey(id: string, request: SetEncryptionKeyRequest, options?: RequestOptions): APIPromise<EncryptionKey> {
    return this.transport.request({ method: 'PUT', path: `/v1/phone-numbers/${segment(id)}/encryption-key`, body: request, options });
  }
}
