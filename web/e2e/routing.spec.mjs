// The main jobs of routing: a rule in its place, and a rehearsal with one more person.
import { beAccessible, call, expect, open } from './app.mjs';
import { test } from './signed-in.mjs';

test('a rule is added, put first, saved, and taken away', async ({ page }) => {
  const before = await call('GET', '/v1/routing/rules');
  await open(page, '/routing');
  await page.getByRole('button', { name: 'New rule' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Zebra orders');
  await form.getByRole('combobox', { name: 'Add a condition' }).click();
  await page.getByRole('option', { name: 'Words in what the contact wrote' }).click();
  await form.getByLabel('Words in what the contact wrote').first().fill('zebra crossing');
  await form.getByRole('combobox', { name: 'A team' }).click();
  await page.getByRole('option', { name: 'Support' }).click();
  await form.getByRole('button', { name: 'Done' }).click();
  for (let i = before.rules.length; i > 0; i--) await page.getByRole('button', { name: 'Ask Zebra orders earlier' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Version ${before.version + 1} holds now.`)).toBeVisible();
  const [rule, ...others] = (await call('GET', '/v1/routing/rules')).rules;
  expect(rule).toMatchObject({ key: 'zebra_orders', name: 'Zebra orders', when: { keywords: ['zebra crossing'] } });
  expect(others.map((r) => r.key)).toEqual(before.rules.map((r) => r.key));

  await page.getByRole('button', { name: 'Delete: Zebra orders' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Version ${before.version + 2} holds now.`)).toBeVisible();
  expect((await call('GET', '/v1/routing/rules')).rules).toEqual(before.rules);
});

test('a rehearsal with one more person shows what would have been different', async ({ page }) => {
  await open(page, '/routing/rehearsals');
  await page.getByRole('button', { name: 'New rehearsal' }).click();
  await page.getByRole('button', { name: 'One more person' }).click();
  const person = page.getByRole('region', { name: 'One more person' });
  await person.getByLabel('Name').fill('Dora');
  await person.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: 'Sales' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('Completed')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Model, with the changes' }).first()).toBeVisible();
  await expect(page.getByText('also Dora')).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await beAccessible(page);
});

for (const path of ['/routing', '/routing/teams', '/routing/people', '/routing/hours', '/routing/waiting', '/routing/rehearsals', '/routing/rehearsals/new']) {
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
