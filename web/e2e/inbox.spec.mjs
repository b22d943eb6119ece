// The inbox in a real browser, against the demo.
import { ownDemo } from './demo.mjs';
import { beAccessible, call, demo, expect, home, newNumber, open, signIn, test, watch, write } from './app.mjs';

const list = (page) => page.getByRole('region', { name: 'Conversations' });
const box = (page) => page.getByRole('textbox', { name: 'Write a message' });
const bubbles = (page, text) => page.getByRole('article').filter({ hasText: text });
const row = (page, text) => list(page).getByRole('button').filter({ hasText: text });

/** Lets a new customer write something that only a person can answer, and opens it. */
async function start(page, words = 'I want to talk to a person') {
  const from = newNumber();
  const text = `${words} ${from.slice(-4)}`;
  await write(from, text);
  await row(page, text).first().click();
  await expect(bubbles(page, text)).toBeVisible();
  return { from, text };
}

test.describe('signing in', () => {
  test.use({ refused: ['/v1/session', '/v1/me'] });
  test('says what is wrong, and lets in', async ({ page }) => {
    await open(page, '/inbox');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.getByLabel('E-mail address').fill('owner@lucky-shop.example');
    await page.getByRole('textbox', { name: 'Password' }).fill('not this one at all');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByRole('textbox', { name: 'Password' }).fill('mango river lantern 42');
    await page.keyboard.press('Enter');
    await expect(list(page).getByRole('listitem').first()).toBeVisible();
    await beAccessible(page);
  });
});

test('a customer writes, an agent answers, and the ticks come', async ({ page }) => {
  await signIn(page);
  await open(page, '/inbox');
  await expect(list(page).getByRole('listitem').first()).toBeVisible();
  const { from } = await start(page);
  await box(page).fill('Of course, *one* moment.');
  await box(page).press('Enter');
  const sent = bubbles(page, 'Of course, one moment.');
  await expect(sent).toHaveCount(1);
  await expect(sent.getByRole('img', { name: /Delivered|Read/ })).toBeVisible();
  await expect(sent.locator('strong')).toHaveText('one');
  const { messages } = await (await fetch(new URL(`/_sandbox/phones/${from}`, demo.sandboxUrl))).json();
  expect(messages.filter((m) => m.text === 'Of course, *one* moment.')).toHaveLength(1);
  const began = Date.now();
  await write(from, 'Thank you very much');
  await expect(bubbles(page, 'Thank you very much')).toBeVisible();
  expect(Date.now() - began).toBeLessThan(5000); // a busy machine; the figure itself is measured apart
});

test('notes stay inside, saved replies are filled in', async ({ page }) => {
  await signIn(page, 'owner');
  await open(page, '/inbox');
  const { from } = await start(page);
  await page.keyboard.press('Escape');
  await page.getByRole('log').focus();
  await page.keyboard.press('n');
  const note = page.getByRole('textbox', { name: 'Private note' });
  await expect(note).toBeFocused();
  await note.fill('She is a regular.');
  await note.press('Enter');
  await expect(page.getByRole('article', { name: 'Private note' })).toContainText('She is a regular.');
  await page.getByText('Reply', { exact: true }).first().click();
  await box(page).click();
  await page.keyboard.type('/hel');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(box(page)).toHaveValue(/this is Olivia Reyes of Lucky Shop/);
  const phone = await (await fetch(new URL(`/_sandbox/phones/${from}`, demo.sandboxUrl))).text();
  expect(phone).not.toContain('regular');
});

test('resolve, undo and snooze by the keyboard alone', async ({ page }) => {
  await signIn(page);
  await open(page, '/inbox');
  const { text } = await start(page);
  await page.getByRole('log').focus();
  await page.keyboard.press('e');
  await expect(page.getByText('Resolved', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await expect(row(page, text)).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(page.getByRole('button', { name: 'Resolve' })).toBeVisible();
  await expect(row(page, text)).toHaveCount(1);
  await page.keyboard.press('h');
  await expect(page.getByText(/Snoozed: Until the next reply/)).toBeVisible();
  await page.keyboard.press('z');
  await page.keyboard.press('i');
  await expect(page.getByText(/Assigned to Olivia Reyes/).first()).toBeVisible();
});

test('two people in one conversation see each other, and a second answer is held back', async ({ page, browser }) => {
  test.slow();
  await signIn(page);
  await open(page, '/inbox');
  const { text } = await start(page);
  const other = await (await browser.newContext()).newPage();
  const faults = [];
  watch(other, home, faults, ['/v1/messages']); // the refusal that this test wants
  await signIn(other, 'supervisor');
  await other.goto(page.url());
  await expect(bubbles(other, text)).toBeVisible();
  await expect(page.getByText('Samuel Okafor is looking at this')).toBeAttached();
  await box(other).fill('I write slowly');
  await box(page).fill('I was first');
  await box(page).press('Enter');
  await expect(bubbles(other, 'I was first')).toBeVisible();
  await box(other).press('Enter');
  await expect(other.getByText('A colleague answered while you wrote:')).toBeVisible();
  await other.getByRole('button', { name: 'Send all the same' }).click();
  await expect(bubbles(page, 'I write slowly')).toHaveCount(1);
  await expect(bubbles(other, 'I write slowly')).toHaveCount(1);
  expect(faults).toEqual([]);
  await other.context().close();
});

test('what was begun is there after a reload', async ({ page }) => {
  await signIn(page);
  await open(page, '/inbox');
  await start(page);
  await box(page).fill('Half a sen');
  await page.reload();
  await expect(box(page)).toHaveValue('Half a sen');
  await signIn(page, 'supervisor'); // another person at the same device
  await page.reload();
  await expect(box(page)).toHaveValue('');
});

test('roles see what they may', async ({ page }) => {
  await signIn(page, 'ana');
  await open(page, '/inbox');
  await expect(list(page).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Inbox' })).toBeVisible();
  for (const name of ['Developers', 'Broadcasts']) await expect(page.getByRole('navigation').getByRole('link', { name })).toHaveCount(0);
});

test('on a phone there is one pane at a time', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page);
  await open(page, '/inbox');
  await list(page).getByRole('listitem').first().getByRole('button').click();
  await expect(list(page)).toBeHidden();
  await expect(page.getByRole('log')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(list(page)).toBeVisible();
});

for (const scheme of ['light', 'dark']) {
  test(`breaks no rule of accessibility, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await signIn(page);
    await open(page, '/inbox');
    await list(page).getByRole('listitem').first().getByRole('button').click();
    await expect(page.getByRole('article').first()).toBeVisible();
    await beAccessible(page);
  });
}

test('Arabic runs from right to left', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'ar'));
  await signIn(page);
  await open(page, '/inbox');
  await expect(page.locator('.list [role=listitem]').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const [menu, main] = [await page.locator('nav').boundingBox(), await page.locator('main').boundingBox()];
  expect(menu.x).toBeGreaterThan(main.x);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('a server that is killed and comes back loses and doubles nothing', async ({ browser }) => {
  test.slow();
  const own = await ownDemo();
  try {
    const page = await (await browser.newContext()).newPage();
    await signIn(page, 'owner', own.info.url);
    await open(page, '/inbox', own.info.url);
    await list(page).getByRole('listitem').first().getByRole('button').click();
    await expect(page.getByRole('article').first()).toBeVisible();
    await own.kill();
    await expect(page.getByText('The connection is lost. Reconnecting …')).toBeVisible();
    await box(page).fill('Written while nobody listened');
    await box(page).press('Enter');
    await expect(bubbles(page, 'Written while nobody listened')).toHaveCount(1);
    const info = await own.start();
    await expect(page.getByText('The connection is lost. Reconnecting …')).toHaveCount(0);
    const id = page.url().split('/').pop();
    const sent = async () => (await call('GET', `/v1/messages?conversationId=${id}&direction=outbound&limit=100`, undefined, info)).data.filter((m) => m.text?.body === 'Written while nobody listened').length;
    await expect.poll(sent).toBe(1);
    await expect(bubbles(page, 'Written while nobody listened')).toHaveCount(1);
  } finally {
    await own.end();
  }
});

test('once the window has closed, only a template can be sent', async ({ browser }) => {
  test.slow();
  const own = await ownDemo();
  try {
    const page = await (await browser.newContext()).newPage();
    await signIn(page, 'owner', own.info.url);
    await open(page, '/inbox', own.info.url);
    await row(page, 'Asha Rao').first().click();
    await expect(box(page)).toBeVisible();
    // Who moves the clock stays signed in; nobody else does over twelve idle hours.
    const moved = await page.request.post(`${own.info.url}/v1/sandbox/clock`, { data: { advanceSeconds: 25 * 3600 }, headers: { origin: own.info.url } });
    expect(moved.ok(), await moved.text()).toBe(true);
    await page.reload();
    await expect(page.getByText('only a template can be sent. Once the customer answers')).toBeVisible();
    await expect(page.getByText('Type / for saved replies')).toHaveCount(0);
    await expect(box(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Choose a template' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /order_shipped/ }).first().click();
    await expect(page.getByRole('dialog').getByRole('article').locator('mark')).toHaveText(['Order number', 'Eta']);
    await expect(page.getByRole('dialog').getByLabel('Order number')).toHaveAttribute('placeholder', 'e.g. A-1001');
    for (const [label, value] of [['Order number', '48213'], ['Eta', 'on Friday']]) await page.getByRole('dialog').getByLabel(label).fill(value);
    await expect(page.getByRole('dialog').getByRole('article')).toContainText('48213');
    await page.getByRole('dialog').getByRole('button', { name: 'Send a template' }).click();
    await expect(bubbles(page, '48213')).toBeVisible();
    await expect(page.getByText('The template was sent. You can write freely again once the customer answers.')).toBeVisible();
  } finally {
    await own.end();
  }
});
