// The main jobs of the settings, in a real browser against the demo.
import { beAccessible, call, expect, home, open, test as plain } from './app.mjs';
import { codeOf } from './codes.mjs';
import { test } from './signed-in.mjs';

test('somebody is invited, and the invitation is taken back', async ({ page }) => {
  const name = `Grace ${process.pid}`;
  const email = `grace.${process.pid}@lucky-shop.example`;
  await open(page, '/settings/people');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('E-mail address').fill(email);
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByRole('button', { name: 'I have kept it' }).click(); // the demo mails no links
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Invited');
  const invited = async () => (await call('GET', '/v1/users?state=invited&limit=200')).data.map((u) => u.email);
  expect(await invited()).toContain(email);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Take the invitation back' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take the invitation back' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(0);
  expect(await invited()).not.toContain(email);
});

test('a saved reply is written, and the audit log tells of it', async ({ page }) => {
  const shortcut = `parcel${process.pid}`;
  await open(page, '/settings/replies');
  await page.getByRole('button', { name: 'Write a reply' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Shortcut').fill(shortcut);
  await form.getByLabel('Text').fill('Your parcel is on its way, ');
  await form.getByRole('button', { name: 'Insert a value' }).click();
  await page.getByRole('menuitem', { name: /^First name of the contact/ }).click();
  await expect(form.getByLabel('Text')).toHaveValue('Your parcel is on its way, {{contact.firstName}}');
  await form.getByRole('button', { name: 'Write a reply' }).click();
  await expect(page.getByRole('cell', { name: `/${shortcut}` })).toBeVisible();
  await open(page, '/settings/audit');
  await page.getByRole('row', { name: new RegExp(shortcut) }).getByRole('button', { name: 'canned_reply.created' }).click();
  await expect(page.getByRole('dialog').getByText('Your parcel is on its way').or(page.getByRole('dialog').getByText(shortcut)).first()).toBeVisible();
});

plain('an authenticator app is set up, and its recovery codes are shown once', async ({ page }) => {
  const [email, password] = [`ada.${process.pid}.${Date.now()}@lucky-shop.example`, 'violet harbour saddle 77'];
  await call('POST', '/v1/users', { email, name: 'Ada Byron', role: 'agent', password });
  const answer = await page.request.post(new URL('/v1/session', home).href, { data: { email, password }, headers: { origin: new URL(home).origin } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await open(page, '/settings/security');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const form = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(form.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = await form.getByLabel('Key for the authenticator app').innerText();
  await form.getByLabel('What the app shows now').fill(codeOf(secret));
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByLabel('Your recovery codes').getByText(/\w{4}-\w{4}-\w{4}-\w{4}/)).toBeVisible();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  const factors = await (await page.request.get(new URL('/v1/me/factors', home).href)).json();
  expect(factors.totp).toBe(true);
});

const paths = ['', '/security', '/notifications', '/people', '/roles', '/roles/agent', '/sso', '/audit', '/labels', '/replies', '/buttons', '/numbers'];

for (const path of paths) {
  test(`/settings${path} breaks no rule of accessibility and fits a phone`, async ({ page }) => {
    await open(page, `/settings${path}`);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await beAccessible(page);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
}
