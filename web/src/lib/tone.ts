import { api } from './api';
import type { LiveEvent } from './live';
import { isQuiet } from './quiet';

/** What is for oneself, as opposed to what one should know. */
const own = new Set(['assigned', 'mentioned', 'waiting', 'handed_off']);

/** Makes a sound for a notification of one's own: once in all tabs, and not in quiet hours. */
export async function soundOf(event: LiveEvent): Promise<void> {
  const { kind } = ('data' in event ? event.data : event) as { kind?: string };
  if (!kind || !own.has(kind)) return;
  const now = Date.now();
  if (now - Number(localStorage.getItem('sounded')) < 3000) return;
  localStorage.setItem('sounded', String(now));
  const settings = await api.notifications.settings().catch(() => undefined);
  if (settings && isQuiet(settings, new Date(now))) return;
  await tone();
}

let audio: AudioContext | undefined;

/** Two soft notes. Browsers keep silent until somebody has pressed something on the page. */
export async function tone(): Promise<void> {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') await Promise.race([audio.resume(), new Promise((r) => setTimeout(r, 500))]);
  if (audio.state !== 'running') return;
  for (const [i, pitch] of [660, 880].entries()) {
    const [from, note, loud] = [audio.currentTime + i * 0.14, audio.createOscillator(), audio.createGain()];
    note.frequency.value = pitch;
    loud.gain.setValueAtTime(0, from);
    loud.gain.linearRampToValueAtTime(0.15, from + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.001, from + 0.35);
    note.connect(loud).connect(audio.destination);
    note.start(from);
    note.stop(from + 0.4);
  }
}
