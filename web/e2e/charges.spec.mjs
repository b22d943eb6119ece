// Charges: what was booked, what may be spent, and whether the bill agrees.
import { beAccessible, call, demo, expect, newNumber } from './app.mjs';
import { test, visit } from './signed-in.mjs';

const today = () => new Date().toISOString().slice(0, 10);

test('a delivered message is in the ledger, with the rule and the card behind its price', async ({ page }) => {
  const { messageId } = await call('POST', '/v1/messages', { to: newNumber(), type: 'template', templateName: 'order_shipped', parameters: { name: 'Ada', order_number: '48213', eta: 'on Friday' } });
  await expect.poll(async () => (await call('GET', `/v1/charges?messageId=${messageId}`)).data.length).toBe(1);
  const [{ amount }] = (await call('GET', `/v1/charges?messageId=${messageId}`)).data;
  await visit(page, '/charges/ledger');
  await page.getByRole('textbox', { name: 'Message' }).fill(messageId);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Charges of ${messageId}` }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('Per message')).toBeVisible();
  await expect(drawer.getByText('Listed card of this service')).toBeVisible();
  await expect(drawer.getByText(`$${amount}`, { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^Charges .*\.csv$/);
});

test.describe('budgets', () => {
  test.use({ refused: ['/v1/budgets'] }); // an amount of 0 is tried

  test('a budget is made, changed and deleted', async ({ page }) => {
    const named = async () => (await call('GET', '/v1/budgets')).data.find((b) => b.name.startsWith('Lamp sale'));
    await visit(page, '/charges/budgets');
    await page.getByRole('button', { name: 'New budget' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Name' }).fill('Lamp sale');
    await form.getByRole('textbox', { name: 'Amount' }).fill('0');
    await form.getByRole('button', { name: 'New budget' }).click();
    await expect(form.getByText(/decimal number above 0/)).toBeVisible();
    await form.getByRole('textbox', { name: 'Amount' }).fill('250.00');
    await form.getByRole('switch', { name: 'Stop at the limit' }).check();
    await form.getByRole('button', { name: 'New budget' }).click();
    const card = page.getByRole('region', { name: 'Lamp sale' });
    await expect(card.getByText('Stops templates')).toBeVisible();
    expect(await named()).toMatchObject({ amount: '250.00', period: 'month', hardStop: true, alerts: [50, 80, 100], category: null });
    await card.getByRole('button', { name: 'Actions for Lamp sale' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await form.getByRole('textbox', { name: 'Amount' }).fill('300');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByText(/\$300\.00/)).toBeVisible();
    await card.getByRole('button', { name: 'Actions for Lamp sale' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(card).toHaveCount(0);
    expect(await named()).toBeUndefined();
  });
});

test('a rate card is imported, shown and deleted', async ({ page }) => {
  await visit(page, '/charges/rate-cards');
  await page.getByRole('button', { name: 'Import a rate card' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name' }).fill('Card of the test');
  await form.getByRole('textbox', { name: 'Prices as CSV' }).fill('valid_from,market,category,currency,above,amount\n2026-10-01,Germany,utility,SEK,0,0.5\n');
  await form.getByRole('button', { name: 'Import a rate card' }).click();
  await expect(page.getByText('1 price was imported.')).toBeVisible();
  await page.getByRole('button', { name: 'Card of the test', exact: true }).click();
  await expect(page.getByLabel('Prices as CSV').getByText(/Germany,utility,SEK,0,0\.5/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete Card of the test' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Card of the test', { exact: true })).toHaveCount(0);
});

test('an invoice is compared, and what differs is named', async ({ page }) => {
  await visit(page, '/charges/reconciliations');
  await page.getByRole('button', { name: 'Compare' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('An invoice').click();
  await form.locator('input[type=file]').setInputFiles({ name: 'invoice.csv', mimeType: 'text/csv', buffer: Buffer.from(`date,country,category,volume,cost,currency\n${today()},SE,authentication,10,1.365,USD\n`) });
  await form.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: 'Why they differ' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Not sent here.*10.*\$1\.365/ })).toBeVisible();
  const difference = page.getByRole('group').filter({ hasText: 'Not sent here' });
  await difference.locator('summary').click();
  await expect(difference.getByText('Does not have them.')).toBeVisible();
});

/** Whether simulated phones read what they receive. */
const readsAll = (autoRead) => fetch(new URL('/_sandbox/config', demo.sandboxUrl), { method: 'POST', body: JSON.stringify({ autoRead }) });

test('what could have been saved, with the messages behind it', async ({ page }) => {
  await visit(page, '/charges/savings?from=2026-01-01&to=2026-01-31');
  await expect(page.getByText('Nothing could have been saved')).toBeVisible();
  await page.goto(`${page.url().split('?')[0]}?from=2026-01-01&to=2026-04-03`);
  await expect(page.getByText('A period has 92 days at most here.')).toBeVisible();

  const name = `lamps_${Date.now()}`;
  const { id } = await call('POST', '/v1/templates', { name, language: 'en_US', category: 'MARKETING', components: [{ type: 'BODY', text: 'Our lamps are cheaper this week.' }] });
  await call('POST', `/v1/templates/${id}/submit`);
  await expect.poll(async () => (await call('GET', `/v1/templates/${id}`)).status, { timeout: 20_000 }).toBe('approved');
  const to = newNumber();
  await readsAll(false);
  try {
    for (let i = 0; i < 5; i++) {
      const { messageId } = await call('POST', '/v1/messages', { to, type: 'template', templateName: name, language: 'en_US' });
      await expect.poll(async () => (await call('GET', `/v1/charges?messageId=${messageId}`)).data.length, { timeout: 10_000 }).toBe(1);
    }
  } finally {
    await readsAll(true);
  }
  const { causes } = await call('GET', '/v1/charges/savings');
  const cause = causes.find((c) => c.cause === 'marketing_never_read');
  expect(cause.count).toBe(2);

  await visit(page, '/charges');
  await page.getByRole('radiogroup', { name: 'What it is made of' }).getByText('Label', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'What it is made of: Label' }).getByRole('row', { name: /^Order \d/ })).toBeVisible();
  await page.getByRole('link', { name: 'Could have saved' }).click();
  const row = page.getByRole('region', { name: 'Marketing that is never read' });
  await expect(row.getByText(/went to a contact who read none of the last 3/)).toBeVisible();
  await expect(row.getByText(`$${Number(cause.amounts[0].amount).toFixed(2)}`, { exact: false })).toBeVisible();
  const show = row.getByRole('button', { name: '2 messages: Marketing that is never read' });
  await show.focus();
  await page.keyboard.press('Enter');
  await expect(show).toHaveAttribute('aria-expanded', 'true');
  const messages = page.getByRole('table', { name: 'Messages' }).getByRole('row', { name });
  await expect(messages).toHaveCount(2);
  await beAccessible(page);
  await messages.first().getByRole('link', { name: 'Open the conversation' }).click();
  await expect(page).toHaveURL(/\/inbox\/cnv_/);
});

for (const path of ['/charges', '/charges/ledger', '/charges/savings', '/charges/reconciliations', '/charges/budgets', '/charges/rate-cards']) {
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
