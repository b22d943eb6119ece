import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** What was on the screen of a list, by the keys of its rows. */
interface Seen {
  keys: readonly string[];
  /** The first row on the screen, and how many are. */
  first: number;
  count: number;
}

/**
 * By how many rows a list must be scrolled so that what was on the screen stays
 * there: the middle of the ways that its rows went. A single row that jumps to the top
 * takes nothing with it.
 */
export function shiftOf(seen: Seen, now: readonly string[]): number {
  const at = new Map(now.map((key, i) => [key, i]));
  const ways: number[] = [];
  for (let i = seen.first; i < Math.min(seen.first + seen.count, seen.keys.length); i++) {
    const next = at.get(seen.keys[i]!);
    if (next !== undefined) ways.push(next - i);
  }
  ways.sort((a, b) => a - b);
  return ways[Math.floor(ways.length / 2)] ?? 0;
}

/** How many rows are above the screen now that were not above it before. */
export function freshAbove(seen: Seen, now: readonly string[], shift: number): number {
  const above = new Set(seen.keys.slice(0, seen.first));
  return now.slice(0, Math.max(0, seen.first + shift)).filter((key) => !above.has(key)).length;
}

/**
 * Keeps the place of a list whose rows move while it is read, and counts what came
 * above it meanwhile. list names the list: another one begins at its top.
 */
export function useKeptPlace(list: string, keys: readonly string[], height: number): { scroller: RefObject<HTMLDivElement | null>; fresh: number; toTop: () => void; scrolled: () => void } {
  const scroller = useRef<HTMLDivElement>(null);
  const [fresh, setFresh] = useState(0);
  const before = useRef<{ list: string; keys: readonly string[] }>({ list, keys });
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { list, keys };
    const box = scroller.current;
    if (!box || last.keys === keys) return;
    if (last.list !== list) {
      box.scrollTop = 0;
      setFresh(0);
      return;
    }
    const first = Math.floor(box.scrollTop / height);
    if (first === 0) return; // at the top one sees what comes
    const seen = { keys: last.keys, first, count: Math.ceil(box.clientHeight / height) };
    const shift = shiftOf(seen, keys);
    const came = freshAbove(seen, keys, shift);
    if (shift !== 0) box.scrollTop += shift * height;
    if (came > 0) setFresh((n) => n + came);
  }, [list, keys, height]);
  return {
    scroller,
    fresh,
    toTop: () => scroller.current?.scrollTo({ top: 0 }),
    scrolled: () => {
      if (fresh > 0 && (scroller.current?.scrollTop ?? 0) < height) setFresh(0);
    },
  };
}
