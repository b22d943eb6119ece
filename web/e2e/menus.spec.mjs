// Open menus: what they hold is items, which keys and screen readers reach.
import { beAccessible, call, expect } from './app.mjs';
import { test, visit } from './signed-in.mjs';

const first = async (path) => (await call('GET', path)).data[0].id;
const places = [
  ['an account', async () => '/inbox', '.shell-top', /^Account of/],
  ['views', async () => '/inbox', '.list-head', 'More'],
  ['the assignment of a conversation', async () => `/inbox/${await first('/v1/conversations?limit=1')}`, '.thread-head', 'Assign'],
  ['the labels of a conversation', async () => `/inbox/${await first('/v1/conversations?limit=1')}`, '.thread-head', 'Labels'],
  ['a message', async () => `/inbox/${await first('/v1/conversations?limit=1')}`, '.messages', 'What to do with the message'],
  ['a contact', async () => `/contacts/${await first('/v1/contacts?limit=1')}`, '.contact-pane', 'More'],
  ['a key', async () => '/developers/keys', 'main', /^Actions for/],
];

for (const [name, path, where, button] of places) {
  test(`the menu of ${name} breaks no rule of accessibility`, async ({ page }) => {
    await visit(page, await path());
    const opener = page.locator(`${where} [aria-haspopup=menu]`).and(page.getByRole('button', { name: button, exact: true })).last();
    await opener.focus();
    await page.keyboard.press('Enter');
    const items = page.getByRole('menu').locator('[data-menu-item]');
    await expect(items.first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(items.nth(1)).toBeFocused();
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await beAccessible(page, '[role=menu]');
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(opener).toBeFocused();
  });
}
