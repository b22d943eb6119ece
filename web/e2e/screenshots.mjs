// Takes pictures of every page of the app, and of some dialogs, light and dark, on a desk
// and a phone, in English and Arabic, into screenshots/ (or the folder that is named). It needs a
// running demo: `make screenshots` starts one.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { call, demo, home, signIn, write } from './app.mjs';

const folder = process.argv[2] ?? 'screenshots';
const looks = [
  { name: 'light', colorScheme: 'light' },
  { name: 'dark', colorScheme: 'dark' },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'arabic', colorScheme: 'light', language: 'ar' },
];

await mkdir(folder, { recursive: true });
await write('+14155550123', 'Hello! Do you deliver on Saturday?');
const first = async (what) => (await call('GET', `/v1/${what}?limit=1`)).data[0].id;
const template = await first('templates');
/** The pages that no menu leads to: one of each kind, and what is written anew. */
const others = {
  contact: `contacts/${await first('contacts')}`, 'contact-gone': 'contacts/con_gone', 'contact-import': 'contacts/import', segments: 'contacts/segments', segment: `contacts/segments/${await first('segments')}`,
  deal: `deals/${await first('deals')}`, 'deal-list': 'deals?view=list', 'deal-forecast': 'deals?view=forecast',
  template: `templates/${template}`, 'template-edit': `templates/${template}/edit`, 'template-new': 'templates/new', 'template-gallery': 'templates/gallery',
  broadcast: `broadcasts/${await first('broadcasts')}`, 'broadcast-new': 'broadcasts/new', assistant: `assistants/all/${await first('assistants')}`, source: `assistants/knowledge/${await first('knowledge/sources')}`,
  'rehearsal-new': 'routing/rehearsals/new', lost: 'lost',
};
/** The pages whose main button opens a dialog. */
const dialogs = ['contacts', 'deals', 'charges/budgets', 'charges/reconciliations', 'charges/rate-cards', 'developers/keys', 'developers/webhooks', 'routing/rules', 'routing/teams', 'routing/hours', 'settings/people', 'settings/roles', 'settings/replies', 'settings/buttons', 'settings/labels', 'settings/sso'];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
let taken = 0;
for (const { name, colorScheme, viewport = { width: 1440, height: 900 }, language = 'en' } of looks) {
  const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
  await context.addInitScript((l) => localStorage.setItem('language', l), language);
  const page = await context.newPage();
  const take = async (what) => {
    await writeFile(join(folder, `${what}-${name}.png`), await still(page));
    taken++;
  };
  const visit = async (path) => {
    await page.goto(new URL(`/app/${path}`, home).href);
    await settle(page);
  };
  for (const path of ['sign-in', 'forgot-password', 'password-reset#token=none', 'invitation#token=none']) {
    await visit(path);
    await take(path.split('#')[0]);
  }
  await signIn(page);
  for (const path of await places(page)) {
    await page.goto(new URL(path, home).href);
    await settle(page);
    await take(path.replace('/app/', '').replaceAll('/', '-'));
    if (path === '/app/inbox') {
      await page.locator('.row-button').first().click();
      await page.locator('.bubble').first().waitFor();
      await settle(page);
      await take('conversation');
    }
  }
  for (const [what, path] of Object.entries(others)) {
    await visit(path);
    await take(what);
  }
  for (const path of dialogs) {
    await visit(path);
    await page.locator('main .mantine-Button-root:not([data-variant])').first().click();
    await page.locator('[role=dialog] form').first().waitFor();
    await take(`${path.replaceAll('/', '-')}-dialog`);
  }
  await page.goto(new URL('/app/specimens', home).href);
  await page.locator('h1').waitFor(); // one of its specimens loads for ever
  await page.setViewportSize({ width: viewport.width, height: 1800 }); // it scrolls inside the page
  await page.waitForTimeout(400);
  await take('specimens');
  await context.close();
  console.log(`${name}: ${taken} pictures so far`);
}
await browser.close();
console.log(`${taken} pictures of ${demo.url} are in ${folder}/`);

/** Every part in the menu, with each of its sections. */
async function places(page) {
  await page.goto(new URL('/app/inbox', home).href);
  const links = async (of) => {
    await page.locator(`${of} a`).first().waitFor({ timeout: 1500 }).catch(() => {}); // a part without sections
    return page.locator(`${of} a`).evaluateAll((all) => all.map((a) => new URL(a.href).pathname));
  };
  const out = [];
  for (const part of await links('.shell-nav')) {
    await page.goto(new URL(part, home).href);
    await settle(page);
    const sections = await links(':is(nav.sections, nav.settings-nav)'); // the first of them is the part itself
    out.push(...(sections.length ? sections : [part]));
  }
  return out;
}

/** Waits until nothing on the page is loading any more. */
async function settle(page) {
  await page.locator('h1:visible, .inbox, .contact-pane').first().waitFor();
  await page.waitForTimeout(400); // what loads says so only after a moment
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .rp-spark:empty') && document.fonts.status === 'loaded');
}

/** A picture of a page on which nothing moves any more: two in a row are alike. */
async function still(page) {
  let last = await page.screenshot({ animations: 'disabled' });
  for (let tries = 0; tries < 30; tries++) {
    const next = await page.screenshot({ animations: 'disabled' });
    if (next.equals(last)) return next;
    last = next;
  }
  throw new Error(`${page.url()} does not come to rest`);
}
