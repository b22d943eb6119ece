import type { SubscribedBrowser } from '@service/sdk';
import { api } from '../../lib/api';

const idKey = 'push-subscription';

/** The subscription of this browser, as the service knows it. */
export const ownSubscription = (): string => localStorage.getItem(idKey) ?? '';

/** Whether this browser can be told while nobody looks: that takes https, or this machine. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** What somebody is told whose browser does not want to; the rest of the key of its words. */
export class PushRefused extends Error {
  constructor(readonly why: 'denied' | 'worker') {
    super(why);
  }
}

/** Lets this browser be told. It asks the person for leave. */
export async function subscribe(): Promise<SubscribedBrowser> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused('denied');
  const worker = await navigator.serviceWorker.getRegistration('/app/');
  if (!worker) throw new PushRefused('worker');
  const { applicationServerKey } = await api.notifications.pushKey();
  const { endpoint = '', keys = {} } = (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
  const made = await api.notifications.subscribe({ endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' });
  localStorage.setItem(idKey, made.id);
  return made;
}

/** Ends that a browser is told. */
export async function unsubscribe(id: string): Promise<void> {
  await api.notifications.unsubscribe(id);
  if (id !== ownSubscription()) return;
  localStorage.removeItem(idKey);
  const worker = await navigator.serviceWorker?.getRegistration('/app/');
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}
