import { lazy } from 'react';

const pause = 3000;
const tries = 40;

/**
 * A component whose script is loaded when it is shown first. While the service is away
 * it is waited for, so that the rest of the page stays. After two minutes it fails: a
 * newer version of the app may have replaced the script.
 */
export const later: typeof lazy = (load) => lazy(() => loadPatiently(load));

/** Loads, and tries again every three seconds. */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left--) {
    try {
      return await load();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((r) => setTimeout(r, pause));
    }
  }
}
