// The main jobs of contacts, deals and developers, in a real browser against the demo.
import { readFileSync } from 'node:fs';
import { beAccessible, call, expect, newNumber, open, write } from './app.mjs';
import { test } from './signed-in.mjs';

test('a contact is made, changed, and found', async ({ page }) => {
  const phone = newNumber();
  await open(page, '/contacts');
  await page.getByRole('button', { name: 'New contact' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Phone number').fill(phone);
  await form.getByLabel('Name').fill('Grace Hopper');
  await form.getByRole('button', { name: 'Create' }).click();
  const pane = page.getByRole('complementary', { name: 'Contact' }).or(page.getByLabel('Contact', { exact: true })).first();
  await expect(pane.getByText('Grace Hopper').first()).toBeVisible();
  const { data } = await call('GET', `/v1/contacts?phone=${encodeURIComponent(phone)}`);
  expect(data.map((c) => c.name)).toEqual(['Grace Hopper']);
  await page.goto('about:blank');
  await open(page, '/contacts');
  await page.getByPlaceholder('Name or number begins with …').fill('Grace Hop');
  await expect(page.getByText('Grace Hopper').first()).toBeVisible();
  await expect(page.getByText('Asha Rao')).toHaveCount(0);
});

test('a deal is made, and moved by the keyboard alone', async ({ page }) => {
  await open(page, '/deals');
  await page.getByRole('button', { name: 'New deal' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Title').fill('Lamps for the library');
  await form.getByRole('button', { name: 'Create' }).click();
  const deal = async () => (await call('GET', '/v1/deals?limit=200')).data.find((d) => d.title === 'Lamps for the library');
  await expect.poll(async () => (await deal())?.status).toBe('open');
  const before = (await deal()).stageId;
  await page.goto('about:blank');
  await open(page, '/deals');
  const menu = page.getByRole('button', { name: /Lamps for the library/ }).and(page.locator('[aria-haspopup=menu]'));
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: /Sample sent/ }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await deal()).stageId).not.toBe(before);
  await expect(page.getByRole('status').filter({ hasText: 'Lamps for the library' })).toBeAttached();
  await expect(menu).toBeFocused(); // where it is now, so that one can go on
});

test('a deal is dragged to another stage', async ({ page }) => {
  const { data: pipelines } = await call('GET', '/v1/pipelines');
  const [first, , third] = pipelines[0].stages;
  const deal = await call('POST', '/v1/deals', { title: 'Lamps to be dragged', amount: '120.00', currency: 'USD', pipelineId: pipelines[0].id, stageId: first.id });
  await open(page, '/deals');
  const card = page.locator(`[data-deal="${deal.id}"]`);
  await card.scrollIntoViewIfNeeded();
  const column = page.getByRole('region', { name: third.name });
  await card.dragTo(column, { sourcePosition: { x: 20, y: 40 } });
  await expect(column.getByText('Lamps to be dragged')).toBeVisible();
  await expect.poll(async () => (await call('GET', `/v1/deals/${deal.id}`)).stageId).toBe(third.id);
});

test('two contacts become one, and two again', async ({ page }) => {
  const [one, other] = [newNumber(), newNumber()];
  const kept = await call('POST', '/v1/contacts', { phone: one, name: 'Merge Kept' });
  await call('POST', '/v1/contacts', { phone: other, name: 'Merge Gone' });
  await open(page, `/contacts/${kept.id}`);
  const pane = page.locator('.contact-pane');
  await pane.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Merge with another contact' }).click();
  await page.getByRole('dialog').getByPlaceholder('Name or number begins with …').fill('Merge Gone');
  await page.getByRole('option', { name: /Merge Gone/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(pane.getByText('Merged by hand')).toBeVisible();
  const named = async () => (await call('GET', `/v1/contacts?phone=${encodeURIComponent(other)}`)).data.map((c) => c.name);
  await expect.poll(named).not.toEqual(['Merge Gone']);
  await pane.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(named).toEqual(['Merge Gone']);
});

test('all that is stored about a person is downloaded', async ({ page }) => {
  const phone = newNumber();
  await write(phone, 'All of it, please');
  const found = async () => (await call('GET', `/v1/contacts?phone=${encodeURIComponent(phone)}`)).data[0]?.id;
  await expect.poll(found).toBeTruthy();
  await open(page, `/contacts/${await found()}`);
  await page.locator('.contact-pane').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Export everything' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Look through it before you hand it over.')).toBeVisible();
  await beAccessible(page);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${await found()}.zip`);
  const bytes = readFileSync(await file.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  for (const name of ['README.txt', 'contact.json', 'messages.jsonl', 'conversations.jsonl']) expect(bytes.includes(name), name).toBe(true);
  await expect(dialog).toHaveCount(0);
});

test('a person is erased for good', async ({ page }) => {
  const phone = newNumber();
  await write(phone, 'My xylograph, please');
  const found = async () => (await call('GET', `/v1/contacts?phone=${encodeURIComponent(phone)}`)).data[0]?.id;
  await expect.poll(found).toBeTruthy();
  const id = await found();
  await open(page, `/contacts/${id}`);
  await page.locator('.contact-pane').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Erase this person' }).click();
  const sure = page.getByRole('alertdialog');
  await expect(sure.getByText('This cannot be undone.')).toBeVisible();
  await beAccessible(page);
  await sure.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByText(/Erased, with messages: [1-9]/)).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.contact-pane')).toHaveCount(0);
  expect(await found()).toBeFalsy();
  await expect.poll(async () => (await call('GET', '/v1/search?q=xylograph')).data).toEqual([]);
});

test('a decision about consent stands in the ledger, with who recorded it', async ({ page }) => {
  const contact = await call('POST', '/v1/contacts', { phone: newNumber(), name: 'Consent Asked' });
  await open(page, `/contacts/${contact.id}`);
  await page.getByRole('button', { name: 'Record a decision' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('Opted out', { exact: true }).click();
  await form.getByLabel('How they decided').fill('On the phone');
  await form.getByRole('button', { name: 'Save' }).click();
  const ledger = page.getByLabel('Ledger');
  await expect(ledger.getByText('“On the phone”')).toBeVisible();
  await expect(ledger.getByText('Recorded by a person')).toBeVisible();
  expect((await call('GET', `/v1/contacts/${contact.id}/consent`)).marketing.state).toBe('opted_out');
});

test('a table with a bad row is imported without it, and says why', async ({ page }) => {
  const phone = newNumber();
  await open(page, '/contacts/import');
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(`phone,name\n${phone},Nora Field\nnot-a-number,Broken Row\n`) });
  await expect(page.getByRole('row', { name: /Broken Row/ })).toContainText('+');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Rows that were not imported')).toBeVisible();
  await expect.poll(async () => (await call('GET', `/v1/contacts?phone=${encodeURIComponent(phone)}`)).data.map((c) => c.name)).toEqual(['Nora Field']);
});

test('the statement of a month is saved as a file', async ({ page }) => {
  await open(page, '/charges');
  await page.getByRole('button', { name: 'Monthly statement' }).click();
  for (const [button, name] of [['Download CSV', /\.csv$/], ['Download PDF', /\.pdf$/]]) {
    const saved = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: button }).click();
    expect((await saved).suggestedFilename()).toMatch(name);
  }
});

test('an uploaded file becomes knowledge', async ({ page }) => {
  await open(page, '/assistants/knowledge');
  await page.locator('input[type=file]').first().setInputFiles({ name: 'warranty.md', mimeType: 'text/markdown', buffer: Buffer.from('# Warranty\n\nEvery lamp has a warranty of three years.\n') });
  await expect(page.getByRole('row', { name: /arranty/ })).toContainText('Ready');
});

test('a key is made, shown once, and revoked', async ({ page }) => {
  await open(page, '/developers/keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Order service');
  await form.getByLabel('Everything, also what is added later').click();
  await form.getByRole('button', { name: 'Create a key' }).click();
  const secret = page.getByText(/sk_test_[0-9A-Za-z]{40,}/);
  await expect(secret).toBeVisible();
  const key = /sk_test_\w+/.exec(await secret.innerText())[0];
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for Order service' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Order service')).toHaveCount(0);
  const { data } = await call('GET', '/v1/api-keys?limit=200');
  expect(data.find((k) => k.name === 'Order service').revokedAt).not.toBeNull();
});

for (const path of ['/contacts', '/contacts/segments', '/deals', '/deals?view=list', '/deals?view=forecast', '/broadcasts', '/developers', '/developers/keys', '/developers/webhooks', '/developers/events']) {
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
