// The main jobs of contacts, deals and developers, in a real browser against the demo.
import { beAccessible, call, expect, newNumber, open } from './app.mjs';
import { test } from './signed-in.mjs';

test('a contact is made, changed, and found', async ({ page }) => {
  const phone = newNumber();
  await open(page, '/contacts');
  await page.getByRole('button', { name: 'New contact' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Phone number').fill(phone);
  await form.getByLabel('Name').fill('Grace Hopper');
  await form.getByRole('button', { name: 'Create' }).click();
  const pane = page.getByRole('complementary', { name: 'Contact' }).or(page.getByLabel('Contact', { exact: true })).first();
  await expect(pane.getByText('Grace Hopper').first()).toBeVisible();
  const { data } = await call('GET', `/v1/contacts?phone=${encodeURIComponent(phone)}`);
  expect(data.map((c) => c.name)).toEqual(['Grace Hopper']);
  await page.goto('about:blank');
  await open(page, '/contacts');
  await page.getByPlaceholder('Name or number begins with …').fill('Grace Hop');
  await expect(page.getByText('Grace Hopper').first()).toBeVisible();
  await expect(page.getByText('Asha Rao')).toHaveCount(0);
});

test('a deal is made, and moved by the keyboard alone', async ({ page }) => {
  await open(page, '/deals');
  await page.getByRole('button', { name: 'New deal' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Title').fill('Lamps for the library');
  await form.getByRole('button', { name: 'Create' }).click();
  const deal = async () => (await call('GET', '/v1/deals?limit=200')).data.find((d) => d.title === 'Lamps for the library');
  await expect.poll(async () => (await deal())?.status).toBe('open');
  const before = (await deal()).stageId;
  await page.goto('about:blank');
  await open(page, '/deals');
  const menu = page.getByRole('button', { name: /Lamps for the library/ }).and(page.locator('[aria-haspopup=menu]'));
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: /Sample sent/ }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await deal()).stageId).not.toBe(before);
  await expect(page.getByRole('status').filter({ hasText: 'Lamps for the library' })).toBeAttached();
});

test('a key is made, shown once, and revoked', async ({ page }) => {
  await open(page, '/developers/keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Order service');
  await form.getByLabel('Everything, also what is added later').click();
  await form.getByRole('button', { name: 'Create a key' }).click();
  const secret = page.getByText(/sk_test_[0-9A-Za-z]{40,}/);
  await expect(secret).toBeVisible();
  const key = /sk_test_\w+/.exec(await secret.innerText())[0];
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for Order service' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Order service')).toHaveCount(0);
  const { data } = await call('GET', '/v1/api-keys?limit=200');
  expect(data.find((k) => k.name === 'Order service').revokedAt).not.toBeNull();
});

for (const path of ['/contacts', '/contacts/segments', '/deals', '/deals?view=list', '/deals?view=forecast', '/broadcasts', '/developers', '/developers/keys', '/developers/webhooks', '/developers/events']) {
  test(`${path} breaks no rule of accessibility and fits a phone`, async ({ page }) => {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await beAccessible(page);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
}
