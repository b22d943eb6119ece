// The main jobs of the settings, in a real browser against the demo.
import { beAccessible, call, expect, home, newNumber, open, test as plain, write } from './app.mjs';
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
  await form.getByRole('combobox', { name: 'Teams' }).click();
  await page.getByRole('option', { name: 'Sales' }).click();
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('button', { name: 'I have kept it' }).click(); // the demo mails no links
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Invited');
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Sales');
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

test('a QR code of a number is made, changed, saved and deleted', async ({ page }) => {
  const message = `I have a question ${process.pid}`;
  await open(page, '/settings/numbers');
  await page.getByText('QR codes', { exact: true }).click();
  await page.getByRole('button', { name: 'Create a QR code' }).click();
  let form = page.getByRole('dialog', { name: 'Create a QR code' });
  await form.getByLabel('Message').fill(message);
  await form.getByRole('button', { name: 'Create a QR code' }).click();
  await expect(page.getByRole('img', { name: `QR code: ${message}` })).toBeVisible();
  await beAccessible(page);

  await page.getByRole('button', { name: `Edit ${message}` }).click();
  form = page.getByRole('dialog', { name: 'Change the message' });
  await form.getByLabel('Message').fill(`${message}, please`);
  await form.getByRole('button', { name: 'Save' }).click();
  const picture = page.getByRole('img', { name: `QR code: ${message}, please` });
  await expect(picture).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the picture' }).last().click();
  expect((await file).suggestedFilename()).toMatch(/^qr-.+\.svg$/);

  await page.getByRole('button', { name: `Delete ${message}, please` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(picture).toHaveCount(0);
});

test('somebody who wrote is blocked, and written to again', async ({ page }) => {
  const from = newNumber();
  await write(from, 'Spam, spam, spam');
  await expect.poll(async () => (await call('GET', `/v1/contacts?phone=${encodeURIComponent(from)}`)).data.length).toBe(1);
  await open(page, '/settings/numbers');
  await page.getByText('Blocked', { exact: true }).click();
  await page.getByRole('button', { name: 'Block somebody' }).click();
  const form = page.getByRole('dialog', { name: 'Block somebody' });
  await form.getByLabel('Phone numbers').fill(from);
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Block somebody' }).click();
  await expect(page.getByText(from)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await beAccessible(page);
  await page.getByRole('button', { name: `Unblock ${from}` }).click();
  await expect(page.getByText(from)).toHaveCount(0);
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
