// Signing in, by every way that the page offers, in a real browser against the demo.
import { beAccessible, call, demo, expect, home, newNumber, open, signIn, test as base, watch, write } from './app.mjs';
import { codeOf } from './codes.mjs';
import { ownDemo } from './demo.mjs';

const password = 'violet harbour saddle 77';

/** An address by its name: passkeys belong to one. */
const byName = (url) => url.replace('127.0.0.1', 'localhost');
const named = home && byName(home);

const test = base.extend({
  page: async ({ browser, refused }, use) => {
    const page = await (await browser.newContext()).newPage();
    const faults = [];
    watch(page, named, faults, refused);
    await use(page);
    expect(faults).toEqual([]);
    await page.context().close();
  },
});

/** Somebody new who may sign in. */
async function newPerson(name, info = demo) {
  const email = `${name.toLowerCase()}.${process.pid}.${Date.now()}@lucky-shop.example`;
  await call('POST', '/v1/users', { email, name, role: 'agent', password }, info);
  return email;
}

async function fillIn(page, email) {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const beIn = (page) => expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();

async function signOut(page, name) {
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
}

test('a passkey is made in the settings, signs in without a password, and is taken away', async ({ browser }) => {
  // A port that is known before the start is part of the site that a passkey belongs to.
  const own = await ownDemo();
  try {
    const url = byName(own.info.url);
    const page = await (await browser.newContext()).newPage();
    const faults = [];
    watch(page, url, faults, ['/v1/me', '/v1/session']);
    const email = await newPerson('Pia', own.info);
    const devices = await page.context().newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    });
    await open(page, '/sign-in', url);
    await fillIn(page, email);
    await beIn(page);
    await open(page, '/settings/security', url);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const form = page.getByRole('dialog', { name: 'Add a passkey' });
    await form.getByLabel('Name of the device').fill('Desk');
    await form.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Desk', { exact: true })).toBeVisible();
    await expect(page.getByText('never used')).toBeVisible();

    await signOut(page, 'Pia');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await beIn(page);
    await open(page, '/settings/security', url);
    await page.getByRole('button', { name: 'Remove Desk' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Desk', { exact: true })).toHaveCount(0);

    // The device still has it; the service does not.
    await signOut(page, 'Pia');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    await own.end();
  }
});

test.describe('with an authenticator app', () => {
  test.use({ refused: ['/v1/me', '/v1/session'] });

  test('its code is asked for, and a recovery code stands in once', async ({ page }) => {
    const email = await newPerson('Theo');
    await open(page, '/sign-in', named);
    await beAccessible(page);
    await fillIn(page, email);
    await beIn(page);
    await open(page, '/settings/security', named);
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const form = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    const secret = await form.getByLabel('Key for the authenticator app').innerText();
    const used = codeOf(secret);
    await form.getByLabel('What the app shows now').fill(used);
    await form.getByRole('button', { name: 'Confirm' }).click();
    const codes = (await page.getByLabel('Your recovery codes').getByText(/\w{4}-\w{4}-\w{4}-\w{4}/).innerText()).split(/\s+/);
    await page.getByRole('button', { name: 'I have kept it' }).click();

    const withRecoveryCode = async () => {
      await signOut(page, 'Theo');
      await fillIn(page, email);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(codes[0]);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await withRecoveryCode();
    await beIn(page);
    await withRecoveryCode();
    await expect(page.getByRole('alert')).toBeVisible();
    await beAccessible(page);
    await page.getByRole('button', { name: 'Use the authenticator app' }).click();
    // A code works once, so the next one is waited for.
    await expect.poll(() => codeOf(secret)).not.toBe(used);
    await page.getByLabel('Digit 1').pressSequentially(codeOf(secret));
    await beIn(page);
  });
});

test.describe('with single sign-on', () => {
  test.use({ refused: ['/v1/me', '/v1/session'] });

  test('who has none is sent back and told so', async ({ page }) => {
    await open(page, '/sign-in', named);
    await page.getByRole('button', { name: 'Sign in with single sign-on' }).click();
    await expect(page.getByLabel('E-mail address')).toBeFocused(); // it says which provider
    await page.getByLabel('E-mail address').fill('ada@nowhere.example');
    await page.getByRole('button', { name: 'Sign in with single sign-on' }).click();
    await expect(page.getByRole('alert')).toHaveText('There is no single sign-on for this address.');
    await beAccessible(page);
    await open(page, '/sign-in?refused=something_else', named);
    await expect(page.getByRole('alert')).toHaveText(/did not let you in\. Please begin again/);
    await fillIn(page, await newPerson('Sol'));
    await beIn(page);
  });
});

test.describe('when the session ends', () => {
  test.use({ refused: ['/v1/'] });

  test('whoever only looks on is told', async ({ page }) => {
    await open(page, '/sign-in', named);
    await fillIn(page, await newPerson('Ida'));
    await beIn(page);
    await page.getByRole('link', { name: 'Templates' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Templates' })).toBeVisible();
    // Elsewhere, so that nothing on the page asks for anything.
    const { id } = (await (await page.request.get(new URL('/v1/sessions', named).href)).json()).data.find((s) => s.current);
    expect((await page.request.delete(new URL(`/v1/sessions/${id}`, named).href, { headers: { origin: new URL(named).origin } })).ok()).toBe(true);
    await expect(page.getByRole('alert')).toHaveText('Your session has ended. Sign in again.');
    await beAccessible(page);
  });

  test('what was written goes out once one has signed in again', async ({ page }) => {
    await signIn(page, 'owner', named);
    await open(page, '/inbox', named);
    const from = newNumber();
    await write(from, `I want to talk to a person ${from.slice(-4)}`);
    await page.getByRole('region', { name: 'Conversations' }).getByRole('button').filter({ hasText: from.slice(-4) }).first().click();
    await expect(page.getByRole('log').getByRole('article').first()).toBeVisible();
    const there = page.url();
    const text = `Here I am ${from.slice(-4)}`;
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    // The message is the first call to be refused: nothing else gets through meanwhile.
    await page.route('**/v1/conversations**', (route) => route.abort());
    await page.context().clearCookies();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Your session has ended. Sign in again.');
    await page.unroute('**/v1/conversations**');
    await page.getByLabel('E-mail address').fill('owner@lucky-shop.example');
    await page.getByLabel(/^Password/).fill('mango river lantern 42');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const sent = page.getByRole('article', { name: 'Sent message' }).filter({ hasText: text });
    await expect(sent.getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
    await expect(sent).toHaveCount(1);
    expect(new URL(page.url()).pathname).toBe(new URL(there).pathname);
  });
});

base('at this machine’s number, passkeys are had by its name', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await open(page, '/sign-in');
  await expect(page.getByRole('button', { name: 'Sign in with single sign-on' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
  await fillIn(page, await newPerson('Ned'));
  await beIn(page);
  await open(page, '/settings/security');
  await page.getByRole('link', { name: new URL(named).origin }).click();
  await expect(page).toHaveURL(new RegExp(`^${new URL(named).origin}/app/sign-in`)); // a session is of one address
  await page.context().close();
});
