// Takes pictures of every page of the app, light and dark, on a desk and a phone, in
// English and Arabic, into screenshots/ (or the folder that is named). It needs a
// running demo: `make screenshots` starts one.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { demo, home, signIn, write } from './app.mjs';

const folder = process.argv[2] ?? 'screenshots';
const looks = [
  { name: 'light', colorScheme: 'light' },
  { name: 'dark', colorScheme: 'dark' },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'arabic', colorScheme: 'light', language: 'ar' },
];

await mkdir(folder, { recursive: true });
await write('+14155550123', 'Hello! Do you deliver on Saturday?');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
let taken = 0;
for (const { name, colorScheme, viewport = { width: 1440, height: 900 }, language = 'en' } of looks) {
  const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
  await context.addInitScript((l) => localStorage.setItem('language', l), language);
  const page = await context.newPage();
  const take = async (what, options) => {
    await writeFile(join(folder, `${what}-${name}.png`), await still(page, options));
    taken++;
  };
  await page.goto(new URL('/app/sign-in', home).href);
  await settle(page);
  await take('sign-in');
  await signIn(page);
  for (const path of await places(page)) {
    await page.goto(new URL(path, home).href);
    await settle(page);
    await take(path.replace('/app/', '').replaceAll('/', '-'));
    if (path === '/app/inbox') {
      await page.locator('.row-button').first().click();
      await page.locator('.bubble').first().waitFor();
      await take('conversation');
    }
  }
  await page.goto(new URL('/app/specimens', home).href);
  await page.locator('h1').waitFor(); // one of its specimens loads for ever
  await take('specimens', { fullPage: true });
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
    out.push(part, ...(await links(':is(nav.sections, nav.settings-nav)')).filter((s) => s !== part));
  }
  return out;
}

/** Waits until nothing on the page is loading any more. */
async function settle(page) {
  await page.locator('h1, .inbox').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]') && document.fonts.status === 'loaded');
}

/** A picture of a page on which nothing moves any more: two in a row are alike. */
async function still(page, options) {
  let last = await page.screenshot({ animations: 'disabled', ...options });
  for (let tries = 0; tries < 30; tries++) {
    const next = await page.screenshot({ animations: 'disabled', ...options });
    if (next.equals(last)) return next;
    last = next;
  }
  throw new Error(`${page.url()} does not come to rest`);
}
