// What the tests of the app share: a page that fails its test on any fault, signing
// in, and a customer who writes.
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base } from '@playwright/test';

const file = process.env.CRM_DEMO_JSON; // unset only while the tests are being listed
export const demo = file ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
/** Where the app is: CRM_APP_URL names a server of Vite that passes calls on to the demo. */
export const home = process.env.CRM_APP_URL ?? demo?.url;

const password = 'mango river lantern 42';

/** Notes what must not happen on a page: errors in the console, scripts that fail, requests to elsewhere. */
export function watch(page, origin, faults, allowed = []) {
  page.on('console', (message) => {
    const where = message.location().url;
    if (message.type() === 'error' && !allowed.some((a) => where.includes(a))) faults.push(`console: ${message.text()} ${where}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.protocol !== 'blob:' && url.origin !== new URL(origin).origin) faults.push(`request to another origin: ${request.url()}`);
  });
}

export const test = base.extend({
  /** Paths whose refusals a test expects; browsers write each into the console. */
  refused: [[], { option: true }],
  page: async ({ page, refused }, use) => {
    const faults = [];
    watch(page, home, faults, refused);
    await use(page);
    expect(faults).toEqual([]);
  },
});
export { expect };

/** Signs somebody of the demo in: owner, supervisor, ana, bilal or chen. */
export async function signIn(page, who = 'owner', url = home) {
  const answer = await page.request.post(new URL('/v1/session', url).href, {
    data: { email: `${who}@lucky-shop.example`, password }, headers: { origin: new URL(url).origin },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Opens a page of the app. */
export const open = (page, path, url = home) => page.goto(new URL(`/app${path}`, url).href);

/** Lets a customer write. */
export async function write(from, text, info = demo) {
  const answer = await fetch(new URL('/_sandbox/messages', info.sandboxUrl), { method: 'POST', body: JSON.stringify({ from, to: info.phoneNumber, text }) });
  expect(answer.ok, await answer.text()).toBe(true);
}

/** Asks the API with the demo's key. */
export async function call(method, path, body, info = demo) {
  const answer = await fetch(new URL(path, info.url), {
    method, headers: { authorization: `Bearer ${info.apiKey}`, 'content-type': 'application/json' }, ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.ok, text).toBe(true);
  return text ? JSON.parse(text) : undefined;
}

/** Waits until the app has taken up a colour scheme, unless somebody chose another one, and until no colour changes any more. */
async function settleColors(scheme) {
  const frame = () => new Promise((next) => { requestAnimationFrame(next); });
  for (let n = 0; n < 30 && (document.documentElement.dataset.mantineColorScheme ?? scheme) !== scheme; n++) await frame();
  await frame();
  await Promise.allSettled(document.getAnimations().filter((a) => a.effect?.getTiming().iterations !== Infinity).map((a) => a.finished));
}

/** Fails where a page, or what a selector finds on it, breaks the rules of accessibility (WCAG 2.2, A and AA). */
export async function beAccessible(page, part = 'html') {
  const axe = new AxeBuilder({ page }).include(part);
  // In the dark only colours differ: everything else was looked at in the light.
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.evaluate(settleColors, dark ? 'dark' : 'light');
  const { violations } = await (dark ? axe.withRules(['color-contrast', 'link-in-text-block']) : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])).analyze();
  expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)).toEqual([]);
}

// Each process of the runner has three hundred of its own.
let last = Number(process.env.TEST_WORKER_INDEX ?? 0) * 300;

/** A number that no other test writes from. */
export const newNumber = () => `+1415556${String(1000 + (last++ % 9000)).padStart(4, '0')}`;
