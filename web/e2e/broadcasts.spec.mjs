// A broadcast from the first field to its last delivery.
import { beAccessible, call, newNumber } from './app.mjs';
import { demo, expect, test, visit } from './signed-in.mjs';

test('sends a template to many, with forecast, cap and test', async ({ page }) => {
  await visit(page, '/broadcasts');
  await page.getByRole('button', { name: 'New broadcast' }).click();

  await page.getByRole('textbox', { name: 'Name' }).fill('Hello from the test');
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: /^order_shipped · en_US/ }).click();
  await page.getByRole('textbox', { name: 'Value for order_number' }).fill('A-77');
  await page.getByRole('textbox', { name: 'Value for eta' }).fill('today');
  await expect(page.getByRole('img', { name: /your order A-77/ })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();

  await page.getByText('Numbers', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Numbers' }).fill('+14155550301, Ada\n+14155550302, Bo\n+14155550302, Bo\n4155, Nobody');
  await page.getByRole('button', { name: 'See the forecast' }).click();

  await expect(page.getByText('Not a phone number')).toBeVisible();
  await expect(page.getByText('In the audience twice')).toBeVisible();
  await page.getByRole('textbox', { name: 'Messages' }).fill('100');
  await page.getByRole('button', { name: 'Next' }).click();

  await page.getByRole('textbox', { name: 'Value for name' }).fill('Cleo');
  await page.getByRole('textbox', { name: 'Phone number for the test' }).fill('+14155550399');
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText(/on its way to \+14155550399/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Send to 2 recipients' }).click();

  await expect(page.getByText('Completed')).toBeVisible();
  await expect(page.getByText('2 of 2 sent · 0 failed')).toBeVisible();
  await page.getByRole('tab', { name: 'Recipients' }).click();
  await expect(page.getByRole('row', { name: /4155 .*Left out/ })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('Hello from the test.csv');
});

test('is paused, resumed and canceled', async ({ page }) => {
  const recipients = Array.from({ length: 3000 }, (_, i) => ({ to: `+1415555${String(2000 + i).padStart(4, '0')}` }));
  const answer = await page.request.post(`${demo.url}/v1/broadcasts`, {
    headers: { authorization: `Bearer ${demo.apiKey}` },
    data: { name: 'A long one', templateName: 'hello_world', language: 'en_US', audience: { recipients } },
  });
  const { id } = await answer.json();
  await visit(page, `/broadcasts/${id}?step=send`);
  await page.getByRole('button', { name: 'Send to 3,000 recipients' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('This broadcast is paused')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Running')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel broadcast' }).click();
  await expect(page.getByText('Canceled').first()).toBeVisible();
});

test('a table is the audience, and a frequency cap leaves out who got enough', async ({ page }) => {
  const [first, second] = [newNumber(), newNumber()];
  const fill = async (name) => {
    await visit(page, '/broadcasts/new');
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: /^order_shipped · en_US/ }).click();
    await page.getByRole('textbox', { name: 'Value for eta' }).fill('today');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Table', { exact: true }).click();
    await expect(page.getByText(/“to” or “phone” has the phone number.*order_number/)).toBeVisible();
  };
  const choose = (text) => page.locator('input[type=file]').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await fill('From a table');
  await choose(`to;order_number;name\n${first};A1;Ada\n${second.slice(2)};A2;Bo\n4155;A3;Alan\n${first};A4;Ada\n`);
  await expect(page.getByText('orders.csv')).toBeVisible();
  await page.getByRole('textbox', { name: 'Default country' }).fill('us');
  await beAccessible(page);
  await page.getByRole('button', { name: 'See the forecast' }).click();
  await page.getByRole('button', { name: 'Who is left out' }).click();
  await expect(page.getByRole('row', { name: /4 .*4155.*Left out.*Not a phone number/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /5 .*In the audience twice/ })).toBeVisible();
  await page.getByRole('switch', { name: 'Frequency cap' }).check();
  await page.getByRole('textbox', { name: 'Messages at most' }).fill('1');
  await page.getByRole('textbox', { name: 'Days' }).fill('30');
  await beAccessible(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('1 message in 30 days')).toBeVisible();
  await page.getByRole('button', { name: 'Send to 2 recipients' }).click();
  await expect(page.getByText('2 of 2 sent · 0 failed')).toBeVisible();
  await expect(page.getByText('1 message in 30 days')).toBeVisible();
  await page.getByRole('tab', { name: 'Recipients' }).click();
  await expect(page.getByRole('columnheader', { name: 'Line' })).toBeVisible();

  const { id } = await call('POST', '/v1/broadcasts', {
    name: 'Once more', templateName: 'hello_world', language: 'en_US', frequencyCap: { messages: 1, days: 1 }, audience: { recipients: [{ to: first }, { to: newNumber() }] },
  });
  await visit(page, `/broadcasts/${id}?step=forecast`);
  await expect(page.getByText('Got enough messages of broadcasts lately')).toBeVisible();
  await page.getByRole('switch', { name: 'Frequency cap' }).uncheck();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('button', { name: 'Send to 2 recipients' })).toBeEnabled();
});
