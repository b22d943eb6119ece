// A broadcast from the first field to its last delivery.
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
