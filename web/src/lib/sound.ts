import type { LiveEvent } from './live';

// A setting of the device: what one hears depends on where one sits.
export const soundIsOn = (): boolean => localStorage.getItem('sound') === 'on';
export const switchSound = (on: boolean): void => localStorage.setItem('sound', on ? 'on' : 'off');

/** Makes a sound for what is somebody's own, where they want one. */
export function soundFor(event: LiveEvent): void {
  if (event.event === 'notification.created' && soundIsOn()) void import('./tone').then((m) => m.soundOf(event), () => undefined);
}
