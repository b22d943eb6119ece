import type { FinishSignupRequest, SignupApp } from '@service/sdk';

/** Where the provider's window returns to: a page of the app, in that window. */
export const returnURL = (): string => `${location.origin}/app/signup`;

/** What the page in the window tells the page that opened it. */
interface Returned {
  state: string;
  code: string;
}

const channel = () => new BroadcastChannel('signup');

/** Hands on with what the window returned. Both pages are of this origin, so nobody else hears it. */
export function handBack(search: string): void {
  const query = new URLSearchParams(search);
  const ways = channel();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  ways.postMessage({ state: query.get('state') ?? '', code: query.get('code') ?? '' } satisfies Returned);
  ways.close();
}

/** How a window ended: null if the person left it. */
export type Ended = FinishSignupRequest | null;

/** The address of the provider's window. A number that stays in use in the app is asked for by a feature of its own. */
export function windowURL(app: SignupApp, onApp: boolean, state: string): string {
  const query = new URLSearchParams({
    client_id: app.appId,
    config_id: app.configurationId,
    response_type: 'code',
    override_default_response_type: 'true',
    redirect_uri: returnURL(),
    state,
    extras: JSON.stringify({ setup: {}, featureType: onApp ? 'whatsapp_business_app_onboarding' : '', sessionInfoVersion: '3' }),
  });
  return `${app.dialogUrl}?${query}`;
}

/** Whether the provider's window sent a message: its pages have several hosts of one domain. */
export function isOfProvider(origin: string, dialogUrl: string): boolean {
  const dialog = new URL(dialogUrl);
  return origin === dialog.origin || (dialog.hostname === 'www.facebook.com' && /^https:\/\/([a-z0-9-]+\.)*facebook\.com$/.test(origin));
}

interface Told {
  event: string;
  data: { waba_id?: string; phone_number_id?: string };
}

/** What the window tells of what was chosen in it; undefined if the message is about something else. */
export function told(data: unknown): Told | undefined {
  try {
    const it = JSON.parse(String(data)) as { type?: string; event?: string; data?: Told['data'] };
    if (it.type === 'WA_EMBEDDED_SIGNUP' && it.event) return { event: it.event, data: it.data ?? {} };
  } catch {
    // Somebody else's message.
  }
  return undefined;
}

/**
 * Opens the provider's window, and calls ended once when the person is through with it. The
 * code counts: what was chosen may be told before or not at all, and the code ends after half
 * a minute. Returns how to stop waiting, or undefined if the browser opened no window.
 */
export function openSignup(app: SignupApp, onApp: boolean, ended: (how: Ended) => void): (() => void) | undefined {
  const state = crypto.randomUUID();
  if (!window.open(windowURL(app, onApp, state), 'signup', 'popup,width=720,height=820')) return undefined;
  const ways = channel();
  let chosen: Told | undefined;
  const stop = () => {
    ways.close();
    removeEventListener('message', listen);
  };
  const listen = (e: MessageEvent) => {
    if (isOfProvider(e.origin, app.dialogUrl)) chosen = told(e.data) ?? chosen;
  };
  addEventListener('message', listen);
  ways.addEventListener('message', ({ data }: MessageEvent<Returned>) => {
    if (data.state !== state) return;
    stop();
    ended(data.code === '' ? null : {
      code: data.code,
      event: (chosen?.event ?? (onApp ? 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING' : 'FINISH')) as FinishSignupRequest['event'],
      messagingAccountId: chosen?.data.waba_id,
      phoneNumberId: chosen?.data.phone_number_id,
      redirectUrl: returnURL(),
    });
  });
  return stop;
}
