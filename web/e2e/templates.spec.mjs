// Templates: from the gallery through the check to the provider, and into another language.
import { beAccessible, call, expect, open } from './app.mjs';
import { test } from './signed-in.mjs';

const named = async (name) => (await call('GET', `/v1/templates?name=${name}`)).data;

test('a template of the gallery is checked while it is written, and submitted', async ({ page }) => {
  await open(page, '/templates/gallery');
  await page.getByRole('button', { name: /Confirms an order once it is placed/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use this template' }).click();

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Order confirmed today');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('order_confirmed_today');
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('{{name}}, your order is confirmed. We pack it now and tell you once it has left our shop.');
  await expect(page.getByText('The provider refuses this at once')).toBeVisible();
  await page.getByRole('button', { name: /begins with a parameter/ }).click();
  await expect(text).toBeFocused();
  await text.fill('Hello {{name}}, your order is confirmed. We pack it now and tell you once it has left our shop.');
  await expect(page.getByText('The provider refuses this at once')).toHaveCount(0);
  await expect(page.getByRole('img', { name: /^Hello .* your order is confirmed/ })).toBeVisible();

  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'order_confirmed_today' })).toBeVisible();
  await expect.poll(async () => (await named('order_confirmed_today'))[0]?.status).toMatch(/pending|approved/);
});

test('a template is taken into another language as a draft, and deleted', async ({ page }) => {
  const [before] = await named('order_shipped');
  await open(page, `/templates/${before.id}`);
  await page.getByRole('button', { name: 'More for order_shipped' }).click();
  await page.getByRole('menuitem', { name: /Duplicate/ }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Language' }).click();
  await form.getByRole('combobox', { name: 'Language' }).fill('pt_BR');
  await page.getByRole('option', { name: /pt_BR/ }).click();
  await form.getByRole('button', { name: 'Make a draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit order_shipped' })).toBeVisible();
  const copy = () => named('order_shipped').then((all) => all.find((x) => x.language === 'pt_BR'));
  expect((await copy()).status).toBe('draft');

  await page.getByRole('textbox', { name: 'Footer' }).fill('Lucky Shop');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'More for order_shipped' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await copy())?.status ?? 'deleted').toBe('deleted');
});

for (const path of ['/templates', '/templates/gallery', '/templates/new', '/templates/new?from=order_shipped&language=ar', 'overview', 'versions', 'statistics']) {
  test(`templates: ${path} breaks no rule of accessibility and fits a phone`, async ({ page }) => {
    const [{ id }] = await named('order_shipped');
    await open(page, path.startsWith('/') ? path : `/templates/${id}?tab=${path}`);
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
