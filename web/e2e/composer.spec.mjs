// What can be sent beside words and files: a location, a contact card, choices, products, cards, a form.
import { beAccessible, demo, expect, newNumber, open, signIn, test, write } from './app.mjs';

test('locations, cards, buttons, lists, products and forms reach the phone', async ({ page }) => {
  await signIn(page);
  await open(page, '/inbox');
  const from = newNumber();
  await write(from, `I want to talk to a person ${from.slice(-4)}`);
  await page.getByRole('region', { name: 'Conversations' }).getByRole('button').filter({ hasText: from.slice(-4) }).first().click();
  const log = page.getByRole('log');
  await expect(log.getByRole('article').first()).toBeVisible();

  /** Opens one of the dialogs by the keyboard. */
  const choose = async (item, title) => {
    const more = page.getByRole('button', { name: 'Send something else' });
    await expect(more).toHaveAttribute('aria-haspopup', 'menu');
    await more.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    return dialog;
  };
  const sent = (text) => log.getByRole('article', { name: 'Sent message' }).filter({ hasText: text }).filter({ has: page.getByRole('img', { name: /Sent|Delivered|Read/ }) });

  let dialog = await choose('Location', 'Send a location');
  await dialog.getByLabel('Where').fill('nowhere');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('There are no coordinates in this.')).toBeVisible();
  await dialog.getByLabel('Where').fill('https://www.google.com/maps/@52.52,13.405,17z');
  await expect(dialog.getByRole('status')).toContainText('52.52, 13.405');
  await dialog.getByLabel('Name of the place').fill('The shop');
  await beAccessible(page);
  await picture(page, 'place');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(sent('The shop')).toBeVisible();

  dialog = await choose('Contact card', 'Send a contact card');
  await dialog.getByLabel('First name').fill('Ada');
  await dialog.getByLabel('Last name').fill('Lovelace');
  await dialog.getByLabel('Phone').fill('+14155550188');
  await beAccessible(page);
  await picture(page, 'card');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(sent('Ada Lovelace')).toBeVisible();

  dialog = await choose('Buttons or a list', 'Send buttons or a list');
  await dialog.getByLabel('Text').fill('When shall we come?');
  await dialog.getByLabel('Option 1', { exact: true }).fill('Today');
  await dialog.getByRole('button', { name: 'Add an option' }).click();
  await dialog.getByLabel('Option 2', { exact: true }).fill('today');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Two options read the same.');
  await dialog.getByLabel('Option 2', { exact: true }).fill('Tomorrow');
  await beAccessible(page);
  await picture(page, 'choices');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(sent('When shall we come?')).toContainText('Tomorrow');

  dialog = await choose('Buttons or a list', 'Send buttons or a list');
  await dialog.getByText('List', { exact: true }).click();
  await dialog.getByLabel('Text').fill('How shall we send it?');
  await dialog.getByLabel('Words on the button that opens the list').fill('Choose');
  await dialog.getByLabel('Option 1', { exact: true }).fill('Express');
  await dialog.getByLabel('Description of option 1').fill('By noon');
  await picture(page, 'list');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(sent('How shall we send it?')).toContainText('Express');

  dialog = await choose('Products', 'Send products');
  await dialog.getByLabel('Catalogue').fill('1234567890');
  await dialog.getByLabel('Products').fill('TEA-1\nTEA-2');
  await dialog.getByLabel('Heading').fill('Our teas');
  await dialog.getByLabel('Text').fill('Two that you may like.');
  await beAccessible(page);
  await picture(page, 'products');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(log.getByRole('article', { name: 'Sent message' }).filter({ hasText: 'Two that you may like.' })).toBeVisible();

  dialog = await choose('Cards', 'Send cards');
  await dialog.getByLabel('Text').fill('Two of our teas');
  await dialog.getByLabel('Words on each card').fill('See it');
  for (const [n, tea] of [[1, 'sencha'], [2, 'oolong']]) {
    const card = dialog.getByRole('group', { name: `Card ${n}` });
    await card.getByLabel('Link of the picture').fill(`https://shop.example/${tea}.jpg`);
    await card.getByLabel('Page that the button opens').fill(`https://shop.example/${tea}`);
    await card.getByLabel('Words').fill(`A bag of ${tea}`);
  }
  await beAccessible(page);
  await picture(page, 'cards');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(sent('Two of our teas')).toContainText('A bag of oolong');

  dialog = await choose('Form', 'Send a form');
  await dialog.getByLabel('Form').fill('1228137811');
  await dialog.getByLabel('Text').fill('Tell us when you like to come.');
  await dialog.getByLabel('Words on the button that opens it').fill('Book a slot');
  await dialog.getByLabel('First screen').fill('SLOTS');
  await beAccessible(page);
  await picture(page, 'flow');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(sent('Tell us when you like to come.')).toContainText('Book a slot');

  await picture(page, 'conversation');
  const { messages } = await (await fetch(new URL(`/_sandbox/phones/${from}`, demo.sandboxUrl))).json();
  expect(messages.map((m) => m.type)).toEqual(expect.arrayContaining(['location', 'contacts', 'interactive']));
  expect(messages.filter((m) => m.type === 'interactive')).toHaveLength(5);
});

test('two messages in a row both go out', async ({ page }) => {
  await signIn(page);
  await open(page, '/inbox');
  const from = newNumber();
  await write(from, `I want to talk to a person ${from.slice(-4)}`);
  await page.getByRole('region', { name: 'Conversations' }).getByRole('button').filter({ hasText: from.slice(-4) }).first().click();
  const box = page.getByRole('textbox', { name: 'Write a message' });
  const sent = page.getByRole('log').getByRole('article', { name: 'Sent message' });
  for (const text of ['First the green lamp', 'Then the red lamp']) {
    await box.fill(text);
    await box.press('Enter');
  }
  for (const text of ['First the green lamp', 'Then the red lamp']) await expect(sent.filter({ hasText: text }).getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
});

test('a file waits in the composer until it is sent', async ({ page }) => {
  await signIn(page);
  await open(page, '/inbox');
  const from = newNumber();
  await write(from, `I want to talk to a person ${from.slice(-4)}`);
  const row = page.getByRole('region', { name: 'Conversations' }).getByRole('button').filter({ hasText: from.slice(-4) }).first();
  await row.click();
  const sent = page.getByRole('log').getByRole('article', { name: 'Sent message' });
  const waiting = page.getByRole('group', { name: 'A file that is not sent yet' });
  const caption = page.getByRole('textbox', { name: 'Add a caption' });
  const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const pick = (name, mimeType, buffer) => page.locator('.composer input[type=file]').setInputFiles({ name, mimeType, buffer });
  await pick('lamp.png', 'image/png', dot);
  await expect(waiting).toContainText('lamp.png');
  await expect(waiting.locator('img')).toBeVisible();
  await expect(caption).toBeFocused();
  await picture(page, 'attached');
  await page.keyboard.press('Escape');
  await expect(waiting).toHaveCount(0);
  await pick('lamp.png', 'image/png', dot);
  await waiting.getByRole('button', { name: 'Remove the file' }).press('Enter');
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Write a message' })).toBeFocused();

  await pick('lamp.png', 'image/png', dot);
  await caption.fill('The lamp that you asked for');
  await beAccessible(page);
  await caption.press('Enter');
  await expect(waiting).toHaveCount(0);
  await expect(sent.filter({ hasText: 'The lamp that you asked for' }).getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
  await pick('invoice.pdf', 'application/pdf', Buffer.from('%PDF-1.4\n%%EOF\n'));
  await expect(waiting).toContainText('invoice.pdf');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(sent.filter({ hasText: 'invoice.pdf' }).getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
  await expect(row.locator('.row-words'), 'what has no words is named').toHaveText('Document');
  const { messages } = await (await fetch(new URL(`/_sandbox/phones/${from}`, demo.sandboxUrl))).json();
  expect(messages.map((m) => m.type).filter((type) => type === 'image' || type === 'document')).toEqual(['image', 'document']);
});

/** Takes a picture where a folder for it is named. */
async function picture(page, name) {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
}
