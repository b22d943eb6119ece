import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  ConfirmSessionRequest,
  CreatePasskeySessionRequest,
  CreateSessionRequest,
  Me,
  PasskeyOptions,
  Session,
  UpdateMeRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** How people sign in, and where they did. In browsers, on the service's own pages. */
export class Sessions extends Resource {
  /** Signs a person in. The browser keeps the cookie of the session. */
  create(request: CreateSessionRequest, options?: RequestOptions): APIPromise<Session> {
    return this.transport.request({ method: 'POST', path: '/v1/session', body: request, options });
  }

  /** Begins to sign in with a passkey: give the options to `navigator.credentials.get`. */
  beginPasskey(options?: RequestOptions): APIPromise<PasskeyOptions> {
    return this.transport.request({ method: 'POST', path: '/v1/session/passkey/options', options });
  }

  /** Signs a person in with the passkey that the browser used. */
  createWithPasskey(request: CreatePasskeySessionRequest, options?: RequestOptions): APIPromise<Session> {
    return this.transport.request({ method: 'POST', path: '/v1/session/passkey', body: request, options });
  }

  /** Confirms who you are, for what needs a sign-in within the last 10 minutes. */
  confirm(request: ConfirmSessionRequest, options?: RequestOptions): APIPromise<Session> {
    return this.transport.request({ method: 'POST', path: '/v1/session/confirm', body: request, options });
  }

  /** Signs you out. */
  delete(options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: '/v1/session', options });
  }

  /** Lists where you signed in. */
  list(params?: ListParams, options?: RequestOptions): List<Session> {
    return this.listOf('/v1/sessions', params, options);
  }

  /** Signs you out in another browser. */
  end(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/sessions/${segment(id)}`, options });
  }

  /** Signs you out everywhere else. */
  endOthers(options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'POST', path: '/v1/sessions/end-others', options });
  }

  /** Tells who you are, and what you may do and see. Works with an API key too. */
  me(options?: RequestOptions): APIPromise<Me> {
    return this.transport.request({ method: 'GET', path: '/v1/me', options });
  }

  /** Changes the name of the person who is signed in. */
  updateMe(request: UpdateMeRequest, options?: RequestOptions): APIPromise<Me> {
    return this.transport.request({ method: 'PATCH', path: '/v1/me', body: request, options });
  }
}
