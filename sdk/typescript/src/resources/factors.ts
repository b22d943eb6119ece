import type { APIPromise } from '../api-promise.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  AddPasskeyRequest,
  ConfirmTOTPRequest,
  Factors as FactorsOfYours,
  NewTOTP,
  Passkey,
  PasskeyOptions,
  Passkeys,
  RecoveryCodes,
} from '../types.js';
import { Resource } from './resource.js';

/** What people prove besides a password who they are. In browsers, on the service's own pages. */
export class Factors extends Resource {
  /** Tells what you have besides your password. */
  get(options?: RequestOptions): APIPromise<FactorsOfYours> {
    return this.transport.request({ method: 'GET', path: '/v1/me/factors', options });
  }

  /** Creates a secret for an authenticator app; it counts once you have confirmed it. */
  beginTOTP(options?: RequestOptions): APIPromise<NewTOTP> {
    return this.transport.request({ method: 'POST', path: '/v1/me/totp', options });
  }

  /** Confirms the app with a code of it. The recovery codes are shown this once. */
  confirmTOTP(request: ConfirmTOTPRequest, options?: RequestOptions): APIPromise<RecoveryCodes> {
    return this.transport.request({ method: 'POST', path: '/v1/me/totp/confirm', body: request, options });
  }

  /** Removes the app and its recovery codes. */
  removeTOTP(options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: '/v1/me/totp', options });
  }

  /** Creates ten new recovery codes; the old ones end. */
  renewRecoveryCodes(options?: RequestOptions): APIPromise<RecoveryCodes> {
    return this.transport.request({ method: 'POST', path: '/v1/me/recovery-codes', options });
  }

  /** Lists your passkeys. */
  passkeys(options?: RequestOptions): APIPromise<Passkeys> {
    return this.transport.request({ method: 'GET', path: '/v1/me/passkeys', options });
  }

  /** Begins with a passkey: give the options to `navigator.credentials.create`. */
  beginPasskey(options?: RequestOptions): APIPromise<PasskeyOptions> {
    return this.transport.request({ method: 'POST', path: '/v1/me/passkeys/options', options });
  }

  /** Adds the passkey that the browser made. */
  addPasskey(request: AddPasskeyRequest, options?: RequestOptions): APIPromise<Passkey> {
    return this.transport.request({ method: 'POST', path: '/v1/me/passkeys', body: request, options });
  }

  /** Removes a passkey. */
  removePasskey(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/me/passkeys/${segment(id)}`, options });
  }
}
