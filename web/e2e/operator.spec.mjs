// How the whole deployment stands, for who runs it.
import { beAccessible, expect, open, signIn, test as base } from './app.mjs';
import { test } from './signed-in.mjs';

test('an operator sees nodes, lag, queues and storage', async ({ page }) => {
  await open(page, '/inbox');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Operator' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Operator' })).toBeVisible();
  const nodes = page.getByRole('table', { name: 'Nodes' });
  await expect(nodes.getByText('Alive')).toBeVisible();
  await expect(nodes.getByText('answers this page')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Lag' }).getByRole('rowheader')).toHaveCount(8);
  await page.getByRole('link', { name: 'Storage' }).click();
  const tables = page.getByRole('table', { name: 'Storage by table' });
  await expect(tables.getByRole('rowheader', { name: 'messages', exact: true })).toBeVisible();
  await expect(page.locator('dl', { hasText: 'Last backup' })).toContainText('Run crm backup every day');
  await page.getByRole('button', { name: /Show all/ }).click();
  await expect(tables.getByRole('rowheader', { name: 'nodes', exact: true })).toBeVisible();
});

base.describe('somebody else', () => {
  base('who is no operator is told so, and has no such entry in the menu', async ({ page }) => {
    await signIn(page, 'supervisor');
    await open(page, '/operator');
    await expect(page.getByText('Only operators of this deployment may see it.')).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Operator' })).toHaveCount(0);
  });
});

for (const path of ['', '/storage']) {
  test(`operator${path} breaks no rule of accessibility and fits a phone`, async ({ page }) => {
    await open(page, `/operator${path}`);
    await expect(page.getByRole('table').first()).toBeVisible();
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await beAccessible(page);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
}
