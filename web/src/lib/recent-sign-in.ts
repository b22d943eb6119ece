import { useSyncExternalStore } from 'react';
import { hasCode } from './api';

type Answer = (confirmed: boolean) => void;

let waiting: readonly Answer[] = [];
const watchers = new Set<() => void>();

function become(next: readonly Answer[]): void {
  waiting = next;
  for (const tell of watchers) tell();
}

/** Does what needs a recent sign-in: if the service wants one, the person confirms who they are, and it is done again. */
export async function withRecentSignIn<T>(run: () => PromiseLike<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!hasCode(error, 'sign_in_again') || !(await ask())) throw error;
    return run();
  }
}

const ask = () => new Promise<boolean>((resolve) => become([...waiting, resolve]));

/** Answers everything that waits for the person. */
export function answer(confirmed: boolean): void {
  const all = waiting;
  become([]);
  for (const tell of all) tell(confirmed);
}

/** Whether somebody must confirm who they are. */
export const useIsAsked = (): boolean =>
  useSyncExternalStore((tell) => (watchers.add(tell), () => watchers.delete(tell)), () => waiting.length > 0);
