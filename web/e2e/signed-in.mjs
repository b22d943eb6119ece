// A page of the demo's owner, who has signed in.
import { demo, expect, home, open, signIn, test as base } from './app.mjs';

export { demo, expect };
export const app = home;

export const test = base.extend({
  page: async ({ page }, use) => {
    await signIn(page);
    await use(page);
  },
});

/** Goes to a page of the app. */
export const visit = (page, path) => open(page, path);
