// Reports: every number can be opened, and taken along.
import { beAccessible, call, expect, newNumber, open, signIn, test as anybody, write } from './app.mjs';
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

test('waiting is broken down by label, and told for one', async ({ page }) => {
  await visit(page, '/reports/waiting');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^Waiting \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d\.csv$/);
  await page.getByRole('radiogroup', { name: 'Break-down' }).getByText('Label', { exact: true }).click();
  const labels = page.getByRole('table', { name: 'Break-down: Label' });
  await expect(labels.getByRole('row').nth(1)).toBeVisible();
  const name = (await labels.getByRole('rowheader').first().innerText()).trim();
  await page.getByRole('combobox', { name: 'Whose' }).click();
  await page.getByRole('option', { name, exact: true }).click();
  await expect(page).toHaveURL(/labelId=lbl_/);
  await expect(page.getByRole('table', { name: 'Why they waited' }).or(page.getByText('Nothing in these days')).first()).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: 'Break-down' }).getByText('Team', { exact: true })).toHaveCount(0);
});

anybody('who reaches some conversations sees their own figures', async ({ page }) => {
  await signIn(page, 'ana');
  await open(page, '/reports');
  await expect(page).toHaveURL(/agentId=usr_/);
  await expect(page.getByRole('combobox', { name: 'Whose' })).toHaveValue('Ana Costa');
  await page.getByRole('combobox', { name: 'Whose' }).click();
  await expect(page.getByRole('option')).toHaveText(['Ana Costa']);
  await page.keyboard.press('Escape');
  for (const section of ['Response times', 'Conversations', 'Waiting', 'Windows that end']) {
    await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: section, exact: true }).click();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(page.getByText('reach is limited')).toHaveCount(0);
  }
  await open(page, '/reports/answers?teamId=team_other');
  await expect(page).toHaveURL(/agentId=usr_/);
});

test('reports of deals: every number opens its deals, and tables are exported', async ({ page }) => {
  await visit(page, '/reports/deals');
  const stages = page.getByRole('table', { name: 'By stage' });
  await stages.getByRole('button', { name: /: Offer$/ }).click();
  const drawer = page.getByRole('dialog');
  const shown = Number(/^\d+/.exec(await stages.getByRole('button', { name: /: Offer$/ }).innerText())[0]);
  await expect(drawer.getByRole('listitem')).toHaveCount(shown);
  await page.keyboard.press('Escape');

  await page.getByRole('radiogroup', { name: 'Reports' }).getByText('Bridge', { exact: true }).click();
  const bridge = page.getByRole('table', { name: 'From start to end, in USD' });
  await bridge.getByRole('button', { name: /: Won$/ }).click();
  const won = Number(await bridge.getByRole('button', { name: /: Won$/ }).innerText());
  await expect(drawer.getByRole('listitem')).toHaveCount(won);
  await page.keyboard.press('Escape');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^Bridge .*\.csv$/);

  await page.getByRole('radiogroup', { name: 'Reports' }).getByText('Conversion', { exact: true }).click();
  const table = page.getByRole('table', { name: 'From stage to stage' });
  await table.getByRole('button', { name: /: Inquiry, Lost$/ }).click();
  await expect(drawer.getByRole('listitem').first()).toContainText('Lost');
  await page.keyboard.press('Escape');

  await page.getByRole('radiogroup', { name: 'Reports' }).getByText('Why lost', { exact: true }).click();
  const lost = page.getByRole('table', { name: 'Why lost' });
  await expect(lost).toBeVisible();
  const reasons = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await reasons).suggestedFilename()).toMatch(/^Why lost .*\.csv$/);
  await lost.getByRole('button').first().click();
  await drawer.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/app\/deals\/dl_/);
});

for (const path of ['/reports', '/reports/messages', '/reports/answers?show=times', '/reports/conversations', '/reports/people', '/reports/ratings', '/reports/waiting', '/reports/windows?within=1440', '/reports/deals', '/reports/deals?view=bridge', '/reports/deals?view=conversion', '/reports/deals?view=lost']) {
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
