import { env } from './env.js';
import { ServiceError, WebhookVerificationError } from './errors.js';
import type { WebhookEvent } from './webhook-event.js';

/** The headers of a webhook request: those of `fetch`, of Node's `http`, or a plain object. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

/** The maximum difference between a webhook's timestamp and now, in seconds. */
const tolerance = 300;

/** The maximum number of signatures that are checked. The service sends one per signing secret, at most five. */
const maxSignatures = 16;

const encoder = new TextEncoder();

/** An endpoint's secret, `whsec_…`, or its public key, `whpk_…`; several during a rotation. */
export type WebhookSecret = string | readonly string[];

/** An event of a webhook request. */
export type NumberedWebhookEvent = WebhookEvent & {
  /** Names the event and stays the same when it is delivered again; use it to handle each event once. */
  id: string;
  /** The event's number for the endpoint: a gap shows that an event is missing. Absent for one that is delivered again on request. */
  sequence?: number;
};

/** How to verify a webhook. */
export interface WebhookOptions {
  /** The maximum difference between its timestamp and now, in seconds; 300 by default. */
  tolerance?: number;
}

/** Verifies webhook requests of the service (Standard Webhooks, schemes v1 and v1a). */
export class Webhooks {
  readonly #secret: WebhookSecret | undefined;

  /**
   * @param secret The endpoint's secret, `whsec_…`, or its public key, `whpk_…`, or several of them; the environment
   *   variable `SERVICE_WEBHOOK_SECRET` by default.
   */
  constructor(secret?: WebhookSecret) {
    this.#secret = secret;
  }

  /**
   * Verifies that a webhook request came from the service, unchanged and within
   * the last five minutes, and returns its event. Otherwise throws
   * {@link WebhookVerificationError}.
   *
   * @param body The body exactly as received: text or bytes, not parsed JSON.
   * @param headers The headers of the request. `webhook-id` names the event and stays the same when it is
   *   delivered again; use it to handle each event once.
   * @param secret The endpoint's secret or public key, or several; by default that of the constructor or the
   *   environment.
   */
  async unwrap(
    body: string | Uint8Array | ArrayBuffer,
    headers: WebhookHeaders,
    secret?: WebhookSecret,
    options?: WebhookOptions,
  ): Promise<WebhookEvent> {
    const bytes = bytesOf(body);
    await this.verify(bytes, headers, secret, options);
    const event = parse(bytes);
    if (Array.isArray(event))
      throw new ServiceError('The webhook is a batch, as its endpoint has a maxBatch above 1: use unwrapAll');
    return event;
  }

  /**
   * Checks a webhook request as {@link unwrap} does, and returns all its
   * events in order: several where the endpoint has a `maxBatch` above 1.
   */
  async unwrapAll(
    body: string | Uint8Array | ArrayBuffer,
    headers: WebhookHeaders,
    secret?: WebhookSecret,
    options?: WebhookOptions,
  ): Promise<NumberedWebhookEvent[]> {
    const bytes = bytesOf(body);
    await this.verify(bytes, headers, secret, options);
    const events = parse(bytes);
    if (Array.isArray(events)) return events;
    const sequence = Number(field(headers, 'webhook-sequence'));
    return [{ ...events, id: header(headers, 'webhook-id'), ...(sequence > 0 && { sequence }) }];
  }

  /** Verifies a webhook request like {@link unwrap}, with any body. */
  async verify(
    body: string | Uint8Array | ArrayBuffer,
    headers: WebhookHeaders,
    secret: WebhookSecret | undefined = this.#secret ?? env('SERVICE_WEBHOOK_SECRET'),
    options: WebhookOptions = {},
  ): Promise<void> {
    const secrets = typeof secret === 'string' ? [secret] : (secret ?? []);
    if (!secrets.some(Boolean)) throw new ServiceError('No webhook secret: pass it, or set SERVICE_WEBHOOK_SECRET');
    const bytes = bytesOf(body);
    const id = header(headers, 'webhook-id');
    const timestamp = header(headers, 'webhook-timestamp');
    const signatures = header(headers, 'webhook-signature').split(' ').slice(0, maxSignatures);
    checkAge(timestamp, options.tolerance ?? tolerance);

    const signed = concat(encoder.encode(`${id}.${timestamp}.`), bytes);
    for (const key of secrets) {
      if (await (key.startsWith('whpk_') ? byPublicKey : bySecret)(key, signatures, signed)) return;
    }
    throw new WebhookVerificationError(
      'No signature of the webhook matches; was the body changed, or is the secret another one?',
    );
  }
}

async function bySecret(secret: string, signatures: string[], signed: Bytes): Promise<boolean> {
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', keyOf(secret), hash, false, ['verify']);
  for (const signature of ofScheme('v1', signatures)) {
    // verify() compares in constant time.
    if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}

async function byPublicKey(text: string, signatures: string[], signed: Bytes): Promise<boolean> {
  const raw = decode(text.slice('whpk_'.length));
  if (raw?.length !== 32) throw new ServiceError('The public key is not whpk_ and 32 bytes in base64');
  const key = await crypto.subtle.importKey('raw', raw, { name: 'Ed25519' }, false, ['verify']);
  for (const signature of ofScheme('v1a', signatures)) {
    if (await crypto.subtle.verify({ name: 'Ed25519' }, key, signature, signed)) return true;
  }
  return false;
}

type Bytes = Uint8Array<ArrayBuffer>;

function bytesOf(body: string | Uint8Array | ArrayBuffer): Bytes {
  if (typeof body === 'string') return encoder.encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new WebhookVerificationError('The body must be the text or bytes that were received, not parsed JSON');
}

function header(headers: WebhookHeaders, name: string): string {
  const value = field(headers, name);
  if (!value) throw new WebhookVerificationError(`The webhook has no ${name} header`);
  return value;
}

/** Looks a header up; in a plain object its name may be in any case. */
function field(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === name);
  const value = key === undefined ? undefined : headers[key];
  return typeof value === 'string' ? value : value?.[0];
}

function checkAge(timestamp: string, tolerance: number): void {
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

/** The signatures of a scheme: one per secret during a rotation. */
function ofScheme(scheme: string, signatures: string[]): Bytes[] {
  return signatures
    .filter((entry) => entry.startsWith(`${scheme},`))
    .map((entry) => decode(entry.slice(scheme.length + 1)))
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

function parse(bytes: Bytes): WebhookEvent | NumberedWebhookEvent[] {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent | NumberedWebhookEvent[];
  } catch (cause) {
    throw new WebhookVerificationError('The webhook is signed but its body is not JSON', { cause });
  }
}
