/** Of so many rows each is read by itself; of more, their list is read. */
export const fewRows = 3;

const soon = 1000;
const seldom = 4000;
const pagesAtOnce = 4;

/**
 * How long a list waits until it is read again: a second, and longer while events keep
 * coming or where many pages of it are loaded, as all of them are read. passed is how long
 * ago it was read last, and pause how long it waited then.
 */
export function nextPause(pause: number, passed: number, pages: number): number {
  const busy = passed < 2 * pause ? Math.min(2 * pause, seldom) : soon;
  return Math.round(busy * Math.max(1, pages / pagesAtOnce));
}

/**
 * Gathers names and hands them on together: the first of them after a moment, further ones
 * no sooner than a pause after those before.
 */
export function gather(moment: number, pause: number, take: (names: ReadonlySet<string>) => void) {
  let names = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = -Infinity;
  return {
    add(name: string): void {
      names.add(name);
      timer ??= setTimeout(() => {
        timer = undefined;
        last = performance.now();
        const gathered = names;
        names = new Set();
        take(gathered);
      }, Math.max(moment, last + pause - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}
