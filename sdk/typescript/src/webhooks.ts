import { env } from './env.js';
import { ServiceError, WebhookVerificationError } from './errors.js';
import type { WebhookEvent } from './webhook-event.js';

/** The headers of a webhook request: those of `fetch`, of Node's `http`, or a plain object. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

/** How far a webhook's timestamp may be from now, in seconds. */
const tolerance = 300;

const encoder = new TextEncoder();

/** Checks the webhook requests that the service sends (Standard Webhooks, scheme v1). */
export class Webhooks {
  readonly #secret: string | undefined;

  /** @param secret The endpoint's secret, `whsec_…`; the environment variable `SERVICE_WEBHOOK_SECRET` by default. */
  constructor(secret?: string) {
    this.#secret = secret;
  }

  /**
   * Checks that a webhook request came from the service, unchanged and within
   * the last five minutes, and returns its event. Throws
   * {@link WebhookVerificationError} otherwise.
   *
   * @param body The body exactly as it was received: text or bytes, not parsed JSON.
   * @param headers The headers of the request. `webhook-id` names the event and stays the same when it is
   *   delivered again; use it to handle each event once.
   * @param secret The endpoint's secret; by default that of the constructor or the environment.
   */
  async unwrap(
    body: string | Uint8Array | ArrayBuffer,
    headers: WebhookHeaders,
    secret: string | undefined = this.#secret ?? env('SERVICE_WEBHOOK_SECRET'),
  ): Promise<WebhookEvent> {
    if (!secret) throw new ServiceError('No webhook secret: pass it, or set SERVICE_WEBHOOK_SECRET');
    const bytes = bytesOf(body);
    const id = header(headers, 'webhook-id');
    const timestamp = header(headers, 'webhook-timestamp');
    const signatures = header(headers, 'webhook-signature');
    checkAge(timestamp);

    const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    const signed = concat(encoder.encode(`${id}.${timestamp}.`), bytes);
    for (const signature of signaturesOf(signatures)) {
      // verify() compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return parse(bytes);
    }
    throw new WebhookVerificationError(
      'No signature of the webhook matches; was the body changed, or is the secret another one?',
    );
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

function bytesOf(body: string | Uint8Array | ArrayBuffer): Bytes {
  if (typeof body === 'string') return encoder.encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new WebhookVerificationError('The body must be the text or bytes that were received, not parsed JSON');
}

function header(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : field(headers, name);
  if (!value) throw new WebhookVerificationError(`The webhook has no ${name} header`);
  return value;
}

/** Looks a header up in a plain object, where its name may be in any case. */
function field(headers: Record<string, string | readonly string[] | undefined>, name: string): string | undefined {
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === name);
  const value = key === undefined ? undefined : headers[key];
  return typeof value === 'string' ? value : value?.[0];
}

function checkAge(timestamp: string): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('The webhook-timestamp header is not a number');
  const age = Math.floor(Date.now() / 1_000) - Number(timestamp);
  if (age > tolerance)
    throw new WebhookVerificationError(`The webhook is ${age} seconds old; ${tolerance} are allowed`);
  if (age < -tolerance) throw new WebhookVerificationError('The webhook is from the future; is the clock right?');
}

function keyOf(secret: string): Bytes {
  const key = decode(secret.replace(/^whsec_/, ''));
  if (!key?.length) throw new ServiceError('The webhook secret is not whsec_ and base64');
  return key;
}

/** The v1 signatures of the header, which has one per secret while a secret is being rotated. */
function signaturesOf(value: string): Bytes[] {
  return value
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => decode(entry.slice('v1,'.length)))
    .filter((signature) => signature !== undefined);
}

function decode(base64: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concat(a: Bytes, b: Bytes): Bytes {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}

function parse(bytes: Bytes): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
  } catch (cause) {
    throw new WebhookVerificationError('The webhook is signed but its body is not JSON', { cause });
  }
}
