// The workspace's own buttons in a conversation, and notes that are changed and deleted.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { beAccessible, call, expect, newNumber, open, signIn, test, write } from './app.mjs';

/** A system of the workspace that answers a press as it is told. */
async function system() {
  let next = { status: 200, body: {} };
  const server = createServer((req, res) => {
    req.resume().on('end', () => res.writeHead(next.status, { 'content-type': 'application/json' }).end(JSON.stringify(next.body)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}/refund`, answer: (status, body) => { next = { status, body }; }, end: () => server.close() };
}

/** Opens the conversation of a new customer. */
async function start(page, words) {
  const from = newNumber();
  await write(from, `${words} ${from.slice(-4)}`);
  await page.getByRole('region', { name: 'Conversations' }).getByRole('button').filter({ hasText: from.slice(-4) }).first().click();
  await expect(page.getByRole('article').filter({ hasText: words })).toBeVisible();
}

test('a button opens a page safely, another calls the system and tells what came of it', async ({ page }) => {
  const behind = await system();
  const opens = await call('POST', '/v1/action-buttons', { label: 'Open the order', kind: 'open_url', url: 'https://shop.example/orders?phone={contact.phone}' });
  const calls = await call('POST', '/v1/action-buttons', { label: 'Refund', kind: 'post', url: behind.url });
  try {
    await signIn(page);
    await open(page, '/inbox');
    await start(page, 'I want to talk to a person about a refund');
    const buttons = page.getByRole('region', { name: 'Buttons' });
    const link = buttons.getByRole('link', { name: /Open the order/ });
    await expect(link).toHaveAttribute('href', /^https:\/\/shop\.example\/orders\?phone=%2B1415556/);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);

    behind.answer(200, { message: 'Refunded 12.50 EUR.', note: 'Refund 77 was made.', replyProposal: 'We have sent you the money back.' });
    await buttons.getByRole('button', { name: 'Refund' }).click();
    await expect(buttons.getByRole('status')).toContainText('“Refund” is done');
    await expect(buttons.getByRole('status')).toContainText('Refunded 12.50 EUR.');
    await expect(buttons.getByRole('status')).toContainText('A note was written');
    await expect(page.getByRole('textbox', { name: 'Write a message' })).toHaveValue('We have sent you the money back.');
    await expect(page.getByRole('article', { name: 'Private note' })).toContainText('Refund 77 was made.');
    await beAccessible(page);
    await picture(page, 'buttons');

    behind.answer(500, {});
    await buttons.getByRole('button', { name: 'Refund' }).focus();
    await page.keyboard.press('Enter');
    await expect(buttons.getByRole('status')).toContainText('“Refund” failed; nothing took effect');
    await expect(buttons.getByRole('status')).toContainText('The system behind it refused. (500)');
  } finally {
    behind.end();
    for (const b of [opens, calls]) await call('DELETE', `/v1/action-buttons/${b.id}`);
  }
});

test.describe(() => {
  test.use({ refused: ['/v1/action-buttons'] });

  test('buttons are written in the settings, tried, and their secret is shown once', async ({ page }) => {
    const behind = await system();
    const [opens, calls] = [`Open ${process.pid}`, `Refund ${process.pid}`];
    const act = async (name, what) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: what }).click();
    };
    const dialog = page.getByRole('dialog');
    try {
      await signIn(page);
      await open(page, '/settings/buttons');
      await page.getByRole('button', { name: 'Create a button' }).click();
      await dialog.getByLabel('Words on it').fill(opens);
      await dialog.getByRole('textbox', { name: 'Address' }).fill('http://shop.example/{contact.shoe}');
      await dialog.getByRole('button', { name: 'Create a button' }).click();
      await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveAttribute('aria-invalid', 'true');
      await dialog.getByRole('textbox', { name: 'Address' }).fill('https://shop.example/orders?phone=');
      await dialog.getByRole('button', { name: 'Insert a value' }).click();
      await page.getByRole('menuitem', { name: /Phone number of the contact/ }).click();
      await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue('https://shop.example/orders?phone={contact.phone}');
      await beAccessible(page);
      await dialog.getByRole('button', { name: 'Create a button' }).click();
      await expect(page.getByRole('row', { name: new RegExp(opens) })).toContainText('Opens a page');

      await page.getByRole('button', { name: 'Create a button' }).click();
      await dialog.getByLabel('Words on it').fill(calls);
      await dialog.getByRole('radio', { name: 'Calls your system' }).check();
      await dialog.getByRole('textbox', { name: 'Address' }).fill(behind.url);
      await dialog.getByRole('button', { name: 'Create a button' }).click();
      await expect(dialog.getByText(/^whsec_/)).toBeVisible();
      await dialog.getByRole('button', { name: 'I have kept it' }).click();
      await beAccessible(page);

      await act(opens, 'Try it');
      await dialog.getByRole('combobox', { name: 'Conversation' }).click();
      await page.getByRole('option').first().click();
      await expect(dialog.getByText(/phone=%2B\d+$/)).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).last().click();

      behind.answer(500, {});
      await act(calls, 'Try it');
      await dialog.getByRole('combobox', { name: 'Conversation' }).click();
      await page.getByRole('option').first().click();
      await dialog.getByRole('button', { name: 'Press it' }).click();
      await expect(dialog.getByRole('status').filter({ hasText: 'It refused. (500)' })).toBeVisible();
      await beAccessible(page);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await act(calls, 'Presses');
      await expect(dialog.getByRole('row', { name: /Failed/ })).toBeVisible();
      await page.keyboard.press('Escape');

      await act(calls, 'New secret');
      await dialog.getByRole('button', { name: 'New secret' }).click();
      await expect(dialog.getByText(/^whsec_/)).toBeVisible();
      await dialog.getByRole('button', { name: 'I have kept it' }).click();
      await act(calls, 'Edit');
      await expect(dialog.getByRole('radio')).toHaveCount(0); // what it does is so for good
      await dialog.getByLabel('Words on it').fill(`${calls} now`);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('row', { name: new RegExp(`${calls} now`) })).toBeVisible();
      await act(opens, 'Delete');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('row', { name: new RegExp(opens) })).toHaveCount(0);
    } finally {
      behind.end();
      for (const b of (await call('GET', '/v1/action-buttons')).data.filter((x) => [opens, `${calls} now`, calls].includes(x.label))) await call('DELETE', `/v1/action-buttons/${b.id}`);
    }
  });
});

test('one changes a note of one\'s own, mentions a colleague in it, and deletes it', async ({ page }) => {
  await signIn(page);
  await open(page, '/inbox');
  await start(page, 'I want to talk to a person about a note');
  await page.getByText('Private note', { exact: true }).first().click();
  const box = page.getByRole('textbox', { name: 'Private note' });
  await box.fill('She is a regular.');
  await box.press('Enter');
  const note = page.getByRole('article', { name: 'Private note' });
  await note.hover();
  await page.getByRole('button', { name: 'What to do with the note' }).click();
  await page.getByRole('menuitem', { name: 'Change the note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the note' });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('She is a regular, and likes tea.');
  await dialog.getByRole('combobox', { name: 'Mentions' }).click();
  await page.getByRole('option', { name: /Ana/ }).click();
  await page.keyboard.press('Tab'); // the list closes
  await picture(page, 'note');
  await beAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(note).toContainText('likes tea');
  await expect(note).toContainText('edited');
  await page.getByRole('button', { name: 'What to do with the note' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete the note' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(note).toHaveCount(0);
});

/** Takes a picture where a folder for it is named. */
async function picture(page, name) {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
}
