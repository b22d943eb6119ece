// The playground: a customer's phone on the screen, and the way of each message.
import { beAccessible, expect, newNumber, open, signIn } from './app.mjs';
import { ownDemo } from './demo.mjs';
import { test } from './signed-in.mjs';

test('what a customer and the business write is followed step by step', async ({ page }) => {
  const number = newNumber();
  await open(page, `/playground?number=${encodeURIComponent(number)}`);
  const phone = page.getByRole('region', { name: `Phone of ${number}` });
  await phone.getByLabel('Write as the customer').fill('Is my order ready?');
  await phone.getByRole('button', { name: 'Send as the customer' }).click();
  await expect(phone.getByRole('button', { name: /Is my order ready\?/ })).toBeVisible();
  const way = page.getByRole('list', { name: 'Its way' });
  await expect(way.getByText('The customer wrote')).toBeVisible();
  await page.getByLabel('Text', { exact: true }).last().fill('It is: come by until six.');
  await page.getByRole('button', { name: 'Send by the API' }).click();
  await expect(phone.getByRole('button', { name: /come by until six/ })).toBeVisible();
  await expect(way.getByText('The service called the provider').first()).toBeVisible();
  await expect(way.getByText('It arrived on the phone')).toBeVisible();
  await expect(way.getByRole('button', { name: 'Event messages.status_updated' }).first()).toBeVisible();
  await expect(way.getByText(/Free of charge|Charge \$/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'From the start' }).click();
  await expect(way.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Next step' }).click();
  await expect(way.getByRole('listitem')).toHaveCount(2);
});

test('25 hours later the window has closed', async ({ browser }) => {
  const own = await ownDemo();
  try {
    const page = await (await browser.newContext()).newPage();
    await signIn(page, 'owner', own.info.url);
    const number = newNumber();
    await page.goto(`${own.info.url}/playground`);
    await expect(page).toHaveURL(/\/app\/playground/);
    await open(page, `/playground?number=${encodeURIComponent(number)}`, own.info.url);
    const phone = page.getByRole('region', { name: `Phone of ${number}` });
    await phone.getByLabel('Write as the customer').fill('Are you there?');
    await phone.getByRole('button', { name: 'Send as the customer' }).click();
    await expect(phone.getByRole('button', { name: /Are you there/ })).toBeVisible();
    await phone.getByRole('button', { name: '25 hours later' }).click();
    await expect(phone.getByRole('status')).toHaveText(/^It is .* now\.$/);
    await page.getByLabel('Text', { exact: true }).last().fill('We are now.');
    await page.getByRole('button', { name: 'Send by the API' }).click();
    await expect(page.getByRole('alert')).toContainText('template');
  } finally {
    await own.end();
  }
});

for (const colorScheme of ['light', 'dark']) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test('the playground breaks no rule of accessibility', async ({ page }) => {
      await open(page, '/playground');
      await expect(page.getByRole('heading', { name: 'Playground' })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await beAccessible(page);
    });
  });
}
