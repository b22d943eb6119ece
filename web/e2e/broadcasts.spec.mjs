// A broadcast from the first field to its last delivery.
import { beAccessible, call, newNumber, open, signIn } from './app.mjs';
import { ownDemo } from './demo.mjs';
import { demo, expect, test, visit } from './signed-in.mjs';

test.describe('with a follow-up that does nothing at first', () => {
  test.use({ refused: ['/v1/broadcasts/'] });

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
    await page.getByRole('button', { name: 'Next' }).click(); // without an experiment

    await page.getByText('Numbers', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Numbers' }).fill('+14155550301, Ada\n+14155550302, Bo\n+14155550302, Bo\n4155, Nobody');
    await page.getByRole('button', { name: 'See the forecast' }).click();

    await expect(page.getByText('Not a phone number')).toBeVisible();
    await expect(page.getByText('In the audience twice')).toBeVisible();
    await page.getByRole('textbox', { name: 'Messages' }).fill('100');
    await page.getByRole('button', { name: 'Next' }).click();

    await page.getByRole('switch', { name: 'Do something when a recipient answers' }).check();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('alert')).toContainText('followUp names what is done');
    await page.getByRole('combobox', { name: 'Who answers then' }).click();
    await page.getByRole('option', { name: 'No assistant' }).click();
    await beAccessible(page);
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
  await page.getByRole('button', { name: 'Cancel broadcast' }).click();
  const sure = page.getByRole('alertdialog');
  await expect(sure).toContainText(/[\d,]+ recipients have not got the message/);
  await beAccessible(page);
  await sure.getByRole('button', { name: 'Go on with it' }).click();
  await expect(page.getByText('This broadcast is paused')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Running')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel broadcast' }).click();
  await sure.getByRole('button', { name: 'Cancel broadcast' }).click();
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
    await page.getByRole('button', { name: 'Next' }).click(); // without an experiment
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
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('button', { name: 'Send to 2 recipients' })).toBeEnabled();

  // Nobody is written to in the hours that the last step asks for, which are off at first.
  const quiet = page.getByText(/8:00 PM to 8:00 AM, in each recipient's own time/);
  await expect(page.getByRole('switch', { name: 'Quiet hours' })).not.toBeChecked();
  await page.getByRole('switch', { name: 'Quiet hours' }).check();
  await expect(quiet).toBeVisible();
  await beAccessible(page);
  await page.getByRole('button', { name: 'Send to 2 recipients' }).click();
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
  await expect(quiet).toBeVisible();
  expect((await call('GET', `/v1/broadcasts/${id}`)).quietHours).toEqual({ from: '20:00', to: '08:00' });
});

test('every step of a broadcast is in sight on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  for (const language of ['en', 'ar']) {
    await page.addInitScript((l) => localStorage.setItem('language', l), language);
    await visit(page, '/broadcasts/new');
    const steps = page.locator('.bc-steps .mantine-Stepper-step');
    await expect(steps).toHaveCount(6);
    for (const step of await steps.all()) {
      const box = await step.locator('.mantine-Stepper-stepIcon').boundingBox();
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
    }
  }
});

test('two wordings compete on a part of the audience, and the rest gets what was chosen for no winner', async ({ browser }) => {
  test.slow();
  const own = await ownDemo();
  try {
    const page = await (await browser.newContext()).newPage();
    await signIn(page, 'owner', own.info.url);
    await open(page, '/broadcasts/new', own.info.url);
    await page.getByRole('textbox', { name: 'Name' }).fill('Two ways to say it');
    await page.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: /^hello_world · en_US/ }).click();
    await page.getByRole('button', { name: 'Next' }).click();

    await page.getByRole('switch', { name: 'Compare two wordings' }).check();
    await expect(page.getByRole('switch', { name: 'Measure a goal' })).toBeChecked();
    await page.getByRole('combobox', { name: 'Recipients are to' }).click();
    await page.getByRole('option', { name: 'read it' }).click();
    await page.getByRole('textbox', { name: 'Within hours' }).fill('1');
    await page.getByRole('textbox', { name: 'Held out' }).fill('10');
    await page.getByRole('combobox', { name: 'Second template' }).click();
    await expect(page.getByRole('option', { name: /^lamp_week/ })).toHaveCount(0); // of another category
    await page.getByRole('option', { name: /^order_shipped · en_US/ }).click();
    for (const [name, value] of [['name', 'you'], ['order_number', 'A-77']]) await page.getByRole('textbox', { name: `Value for ${name}` }).fill(value);
    await expect(page.getByRole('img', { name: /your order A-77/ })).toBeVisible();
    await page.getByRole('switch', { name: 'The rest gets the winner' }).check();
    await page.getByRole('textbox', { name: 'In the test' }).fill('50');
    await page.getByRole('radio', { name: 'The rest gets variant A' }).check();
    await beAccessible(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Numbers', { exact: true }).click();
    // Chance shares them out: with 200 of them, fifty in each variant, ten are always enough.
    await page.getByRole('textbox', { name: 'Numbers' }).fill(Array.from({ length: 200 }, (_, i) => `+14155557${i + 100}`).join('\n'));
    await page.getByRole('button', { name: 'See the forecast' }).click();

    // Who gets nothing cannot read it, which the service says, and where.
    await expect(page.getByText(/who gets nothing can neither read nor tap it/).last()).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Recipients are to' })).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('textbox', { name: 'Held out' }).fill('');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'See the forecast' }).click();

    await expect(page.getByText('A winner takes 762 recipients of each variant.')).toBeVisible();
    await expect(page.getByText(/no winner will be named/)).toBeVisible();
    await beAccessible(page);
    await page.getByRole('button', { name: 'Change the experiment' }).click();
    await page.getByText('A number', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Recipients of each variant' }).fill('10');
    await page.getByRole('textbox', { name: 'Value for eta' }).fill('today');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'See the forecast' }).click();
    await expect(page.getByText('A winner takes 10 recipients of each variant.')).toBeVisible();
    await expect(page.getByText(/no winner will be named/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('switch', { name: 'Do something when a recipient answers' })).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('read within 1 hour')).toBeVisible();
    await expect(page.getByText('order_shipped · en_US · 50%')).toBeVisible();
    await page.getByRole('button', { name: 'Send to 200 recipients' }).click();

    await expect(page.getByText(/recipients wait for the winner\. It is decided at/)).toBeVisible();
    await page.getByRole('tab', { name: 'Results' }).click();
    await expect(page.getByRole('row', { name: /Variant B · order_shipped .*100%/ })).toBeVisible();
    await beAccessible(page);

    await call('POST', '/v1/sandbox/clock', { advanceSeconds: 3 * 3600 }, own.info);
    await page.reload();
    await expect(page.getByText('No difference was found.')).toBeVisible();
    await expect(page.getByText(/It was decided at .*The rest gets variant A\./)).toBeVisible();
    await expect(page.getByText('Completed')).toBeVisible();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await expect(page.getByText('200 of 200 sent · 0 failed')).toBeVisible();
  } finally {
    await own.end();
  }
});
