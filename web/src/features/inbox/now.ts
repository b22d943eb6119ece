import { useSyncExternalStore } from 'react';

/** How far the service's clock is before this device's. */
let ahead = 0;

/** Learns the service's time; devices are minutes off, and a demo's clock can be moved by days. */
export function learnNow(service: number): void {
  const next = service - Date.now();
  if (Math.abs(next - ahead) > 2000) ahead = next;
}

/** A clock that many watch and that runs while somebody does. */
class Beat {
  #now = Date.now() + ahead;
  #watchers = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #every: number;

  constructor(every: number) {
    this.#every = every;
  }

  readonly now = (): number => this.#now;

  readonly watch = (tell: () => void): (() => void) => {
    this.#watchers.add(tell);
    this.#timer ??= setInterval(() => this.#beat(), this.#every);
    if (Date.now() + ahead - this.#now >= this.#every) this.#beat(); // nobody looked for a while
    return () => {
      this.#watchers.delete(tell);
      if (this.#watchers.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  };

  #beat(): void {
    this.#now = Date.now() + ahead;
    for (const tell of this.#watchers) tell();
  }
}

const beats = new Map<number, Beat>();

/** The service's time, anew every so many milliseconds. All who ask for the same beat share one timer. */
export function useNow(every: number): number {
  let beat = beats.get(every);
  if (!beat) beats.set(every, (beat = new Beat(every)));
  return useSyncExternalStore(beat.watch, beat.now);
}
