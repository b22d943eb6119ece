import { useHotkeys } from '@mantine/hooks';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { isQuestionMark, takesWords } from './typing';

/** Something that one can do on the page, by the palette or by its keys. */
export interface Command {
  /** The key of the list in the help of shortcuts, already translated. */
  label: string;
  /** Its keys, such as "E" or "shift+E". They do nothing while somebody types. */
  keys?: string;
  run: () => void;
}

let now: readonly Command[] = [];
const watchers = new Set<() => void>();

/** What can be done here, for the palette and the help. */
export const useCommands = (): readonly Command[] => useSyncExternalStore((tell) => (watchers.add(tell), () => watchers.delete(tell)), () => now);

/** Whether people have switched off single keys, which some tools for accessibility type by themselves. */
export const keysAreOff = (): boolean => localStorage.getItem('keys') === 'off';
export const switchKeys = (on: boolean): void => localStorage.setItem('keys', on ? 'on' : 'off');

/** Offers commands while the component is shown. */
export function useOffer(commands: readonly Command[]): void {
  const key = commands.map((c) => `${c.label}\t${c.keys ?? ''}`).join('\n');
  const run = useEffectEvent((i: number) => commands[i]?.run());
  useEffect(() => {
    const mine = key.split('\n').filter(Boolean).map((line, i): Command => {
      const [label = '', keys] = line.split('\t');
      return { label, keys: keys || undefined, run: () => run(i) };
    });
    now = [...now, ...mine];
    for (const tell of watchers) tell();
    return () => {
      now = now.filter((c) => !mine.includes(c));
      for (const tell of watchers) tell();
    };
  }, [key]);
  useHotkeys(commands.filter((c) => c.keys).map((c) => [c.keys!, (e) => {
    const at = e.target as HTMLElement;
    if (keysAreOff() || takesWords(at) || at.closest('[aria-modal=true]')) return; // what is behind a dialog does nothing
    e.preventDefault();
    c.run();
  }, { preventDefault: false }]), [], true);
}

/** Does something when somebody presses the question mark while they do not type. */
export function useQuestionMark(run: () => void): void {
  const pressed = useEffectEvent((e: KeyboardEvent) => {
    if (!isQuestionMark(e) || takesWords(e.target as HTMLElement)) return;
    e.preventDefault();
    run();
  });
  useEffect(() => {
    document.documentElement.addEventListener('keydown', pressed);
    return () => document.documentElement.removeEventListener('keydown', pressed);
  }, []);
}
