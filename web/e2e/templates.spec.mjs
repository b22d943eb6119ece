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

test('every button that the provider knows is added, filled in and previewed', async ({ page }) => {
  await open(page, '/templates/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('all_buttons');
  await page.getByText('Marketing', { exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello, our new lamps are here. Have a look at them today.');
  const add = async (kind) => {
    await page.getByRole('button', { name: 'Add button' }).click();
    await page.getByRole('menuitem', { name: kind, exact: true }).click();
  };
  const group = (kind) => page.getByRole('group', { name: kind, exact: true });
  await add('Flow');
  await group('Flow').getByRole('textbox', { name: 'Label' }).fill('Book a visit');
  await group('Flow').getByRole('combobox', { name: 'Flow named by' }).click();
  await page.getByRole('option', { name: 'Name of the flow' }).click();
  await group('Flow').getByRole('textbox', { name: 'Name of the flow' }).fill('visit');
  await group('Flow').getByRole('textbox', { name: 'First screen' }).fill('WELCOME');
  await add('Call in the app');
  await group('Call in the app').getByRole('textbox', { name: 'Label' }).fill('Call us');
  await group('Call in the app').getByRole('textbox', { name: 'Minutes that it works' }).fill('60');
  await add('Order details');
  await group('Order details').getByRole('textbox', { name: 'Label' }).fill('Review and Pay');
  await add('Link');
  await group('Link').getByRole('textbox', { name: 'Label' }).fill('See the lamps');
  await group('Link').getByRole('textbox', { name: 'Address', exact: true }).fill('https://lucky-shop.example/lamps');
  await group('Link').getByRole('checkbox', { name: 'The link opens your Android app' }).check();
  await group('Link').getByRole('textbox', { name: 'App ID at the provider' }).fill('634974688087057');
  await group('Link').getByRole('textbox', { name: 'Address in the app' }).fill('luckyshop://lamps');
  await expect(group('Link').getByRole('textbox', { name: 'Page that opens without the app' })).toHaveValue('https://lucky-shop.example/lamps');
  await add('Catalogue');
  await expect(group('Catalogue')).toContainText('View catalog');
  await expect(page.getByRole('img', { name: /our new lamps/ })).toBeVisible();
  await beAccessible(page);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect.poll(async () => (await named('all_buttons'))[0]?.components.find((c) => c.type === 'BUTTONS')?.buttons).toEqual([
    { type: 'FLOW', text: 'Book a visit', flow_name: 'visit', flow_action: 'navigate', navigate_screen: 'WELCOME' }, { type: 'VOICE_CALL', text: 'Call us', ttl_minutes: 60 },
    { type: 'ORDER_DETAILS', text: 'Review and Pay' },
    { type: 'URL', text: 'See the lamps', url: 'https://lucky-shop.example/lamps', app_deep_link: { meta_app_id: 634974688087057, android_deep_link: 'luckyshop://lamps', android_fallback_playstore_url: 'https://lucky-shop.example/lamps' } },
    { type: 'CATALOG', text: 'View catalog' },
  ]);

  await open(page, '/templates/new');
  await call('DELETE', `/v1/templates/${(await named('all_buttons'))[0].id}`); // no page shows it any more
  await page.getByText('Authentication', { exact: true }).first().click();
  await page.getByRole('combobox', { name: 'How the code gets into the app' }).click();
  await page.getByRole('option', { name: 'It is filled in without a tap' }).click();
  await page.getByRole('textbox', { name: 'Package name' }).fill('com.example.shop');
  await page.getByRole('textbox', { name: 'Hash of the signing key' }).fill('K8a/AINcGX7');
  await page.getByRole('checkbox', { name: /terms for codes without a tap/ }).check();
  await beAccessible(page);
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
