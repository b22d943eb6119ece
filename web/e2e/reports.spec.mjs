// Reports: every number can be opened, and taken along.
import { beAccessible, call, expect, newNumber, write } from './app.mjs';
import { test, visit } from './signed-in.mjs';

test('a number opens exactly what it counts, and leads to the conversation', async ({ page }) => {
  const phone = newNumber();
  await write(phone, 'Do you have green lamps?');
  const counted = async () => (await call('GET', '/v1/reports/messages?part=contact')).count;
  const before = await counted();
  await write(phone, 'Or red ones?');
  await expect.poll(counted).toBeGreaterThan(before);
  await visit(page, '/reports');
  await page.getByRole('link', { name: /^Messages/ }).last().click();
  const parts = page.getByRole('table', { name: 'Who wrote' });
  await parts.getByRole('button', { name: /: Contacts$/ }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('listitem').first()).toBeVisible();
  await drawer.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/app\/inbox\/cnv_/);
});

test('a report is broken down and exported', async ({ page }) => {
  await visit(page, '/reports/answers');
  await page.getByRole('radiogroup', { name: 'Reports' }).getByText('Answers', { exact: true }).click();
  await page.getByRole('radiogroup', { name: 'Break-down' }).getByText('Agent', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Break-down: Agent' })).toBeVisible();
  await expect(page).toHaveURL(/report=answers/);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^Answers .*\.csv$/);
});

for (const path of ['/reports', '/reports/messages', '/reports/answers?show=times', '/reports/conversations', '/reports/people', '/reports/ratings', '/reports/waiting', '/reports/windows?within=1440']) {
  test(`${path} breaks no rule of accessibility and fits a phone`, async ({ page }) => {
    await visit(page, path);
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
