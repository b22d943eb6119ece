// What fits on which screen, and what somebody sees who works with the inbox all day.
import { call, demo, expect, newNumber, open, signIn, test, write } from './app.mjs';

/** A new conversation, open on the page. */
async function openNew(page, text) {
  const from = newNumber();
  await write(from, text);
  let conversation;
  await expect.poll(async () => {
    const { data: [contact] } = await call('GET', `/v1/contacts?phone=${encodeURIComponent(from)}`);
    conversation = contact && (await call('GET', `/v1/conversations?contactId=${contact.id}`)).data[0];
    return conversation?.id;
  }).toBeTruthy();
  await open(page, `/inbox/${conversation.id}`);
  await expect(page.locator('.bubble').getByText(text)).toBeVisible();
  return conversation;
}

test('whatever the width, the head of a conversation has its place', async ({ page }) => {
  await signIn(page);
  await openNew(page, 'Is there room for everything?');
  for (const width of [1440, 1300, 1280, 1200, 1024, 800, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const head = page.locator('.thread-head');
    await expect(page.getByRole('button', { name: 'Resolve' })).toBeInViewport({ ratio: 1 });
    expect(await head.evaluate((h) => h.scrollWidth - h.clientWidth), `${width} px`).toBeLessThanOrEqual(0);
  }
});

test('beside a conversation nobody is shown but who it is with', async ({ page }) => {
  await signIn(page);
  await open(page, '/inbox');
  const rows = page.locator('.row-button');
  await rows.first().click();
  await expect(page.locator('.inbox-contact h2')).toBeVisible();
  await page.evaluate(() => {
    window.strangers = [];
    new MutationObserver(() => {
      const [head, pane] = [document.querySelector('.thread-head h1'), document.querySelector('.inbox-contact h2')];
      if (head && pane && getComputedStyle(pane).visibility === 'visible' && head.textContent !== pane.textContent) window.strangers.push(`${pane.textContent} beside ${head.textContent}`);
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  for (const i of [1, 2, 1, 3, 0]) {
    const name = await rows.nth(i).locator('.row-name').innerText();
    await rows.nth(i).click();
    await expect(page.locator('.inbox-contact h2')).toHaveText(name);
  }
  expect(await page.evaluate(() => window.strangers)).toEqual([]);
});

test('on a phone every choice can be seen, and every part of the app is in reach', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  for (const path of ['/assistants/proposals', '/broadcasts', '/routing/waiting', '/inbox']) {
    await open(page, path);
    const choices = page.locator('.mantine-SegmentedControl-label');
    await expect(choices.first()).toBeVisible();
    for (const choice of await choices.all()) {
      await expect(choice).toBeInViewport({ ratio: 1 });
      expect(await choice.evaluate((c) => c.scrollWidth - c.clientWidth), await choice.innerText()).toBeLessThanOrEqual(0);
    }
  }
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link')).toHaveText(['Inbox', 'Contacts', 'Deals', 'Templates']);
  await menu.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('a note tells a colleague by @', async ({ page }) => {
  await signIn(page);
  const conversation = await openNew(page, 'Who can look at this?');
  await page.keyboard.press('n');
  const box = page.getByRole('textbox', { name: 'Private note' });
  await box.fill('Please look, @bil');
  await expect(page.getByRole('option', { name: 'Bilal Khan' })).toBeVisible();
  await box.press('Enter');
  await expect(box).toHaveValue('Please look, @Bilal Khan ');
  await box.press('Enter');
  await expect(page.locator('.note').getByText('Please look, @Bilal Khan')).toBeVisible();
  const { data: [note] } = await call('GET', `/v1/conversations/${conversation.id}/notes`);
  const { data: people } = await call('GET', '/v1/users?limit=100');
  expect(note.mentionedUserIds).toEqual([people.find((u) => u.name === 'Bilal Khan').id]);
});

test.describe('out of sight', () => {
  test.use({ refused: ['/v1/conversations/'] });
  test('who gives a conversation away is told that it is gone, and can have it back', async ({ page }) => {
    await signIn(page, 'ana');
    await openNew(page, 'Somebody else should take this');
    await page.getByRole('button', { name: 'Assign' }).click();
    await page.getByRole('menuitem', { name: 'Bilal Khan' }).click();
    await expect(page.getByText('You no longer see this conversation')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Write a message' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('textbox', { name: 'Write a message' })).toBeVisible();
  });
});

test('several conversations get a label at once, and lose it again by Undo', async ({ page }) => {
  const rows = [];
  for (const words of ['A first order', 'A second order']) {
    const text = `${words} ${newNumber().slice(-4)}`;
    await write(newNumber(), text);
    rows.push(page.getByRole('region', { name: 'Conversations' }).getByRole('listitem').filter({ hasText: text }));
  }
  await signIn(page);
  await open(page, '/inbox');
  for (const row of rows) await row.getByRole('checkbox').check({ force: true }); // it is drawn once the pointer is there
  const bar = page.getByRole('toolbar', { name: 'With the marked conversations' });
  await expect(bar).toContainText('2 marked');
  await bar.getByRole('button', { name: 'Labels' }).click();
  const label = page.getByRole('menuitemcheckbox', { name: 'Wholesale' });
  await expect(label).not.toBeChecked();
  await label.click();
  await expect(bar).toHaveCount(0);
  for (const row of rows) await expect(row).toContainText('Wholesale');
  await page.getByRole('alert').filter({ hasText: 'Labelled Wholesale' }).getByRole('button', { name: 'Undo' }).click();
  for (const row of rows) await expect(row).not.toContainText('Wholesale');
});

test('what the search found opens by Enter', async ({ page }) => {
  await signIn(page);
  await openNew(page, 'My order is 77120934, where is it?');
  await open(page, '/inbox');
  await expect(page.locator('.row-button').first()).toBeVisible();
  await expect(async () => { // the index is a moment behind
    await page.keyboard.press('Control+k');
    const box = page.getByPlaceholder('Search or jump to …');
    await box.fill('77120934');
    await expect(page.locator('[data-action][data-selected]')).toContainText('77120934', { timeout: 3000 });
    await box.press('Enter');
  }).toPass();
  await expect(page.locator('.bubble').getByText('My order is 77120934')).toBeVisible();
});

test('who sees a part of the conversations has no menu for the rest', async ({ page }) => {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  for (const [who, parts] of [
    ['ana', ['Inbox', 'Contacts', 'Deals', 'Templates', 'Routing', 'Reports', 'Settings']],
    ['supervisor', ['Inbox', 'Contacts', 'Deals', 'Templates', 'Assistants', 'Routing', 'Reports', 'Settings']],
  ]) {
    await page.context().clearCookies();
    await signIn(page, who);
    await open(page, '/inbox');
    await expect(menu.getByRole('link')).toHaveText(parts);
  }
});

test('the icon is kept for a day', async ({ request }) => {
  const answer = await request.get(new URL('/app/icon.svg', demo.url).href);
  expect(answer.headers()['cache-control']).toBe('public, max-age=86400');
});

test('a page that is not there leaves the menu, and segments are found where they are', async ({ page }) => {
  await signIn(page);
  await open(page, '/segments');
  await expect(page).toHaveURL(/\/app\/contacts\/segments\/?$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Segments' })).toBeVisible();
  await open(page, '/no-such/page');
  await expect(page.getByRole('heading', { level: 1, name: 'There is no such page' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Deals' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deals' })).toBeVisible();
});

test('who is in no team is told why the inbox is empty', async ({ page }) => {
  const [email, password] = [`no.team.${process.pid}.${Date.now()}@lucky-shop.example`, 'violet harbour saddle 77'];
  await call('POST', '/v1/users', { email, name: 'Noor', role: 'agent', password });
  const answer = await page.request.post(`${demo.url}/v1/session`, { data: { email, password }, headers: { origin: demo.url } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await open(page, '/inbox');
  await expect(page.getByText('You are in no team, and your role shows the conversations of your teams.')).toBeVisible();
});

test('? tells the keys of a page, also right after a choice', async ({ page }) => {
  await signIn(page);
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const closed = async () => {
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
  };
  for (const keys of ['Shift+Slash', '?']) { // keyboards have it in different places
    await open(page, '/inbox');
    await page.getByText('Mine', { exact: true }).click();
    await page.getByText('All', { exact: true }).click();
    await page.keyboard.press(keys);
    await expect(help.getByText('Next conversation')).toBeVisible();
    await closed();
  }
  await page.locator('.row-button').first().click();
  await page.getByRole('textbox', { name: /^Write a message/ }).fill('Is it this one');
  await page.keyboard.press('Shift+Slash');
  await expect(page.getByRole('textbox', { name: /^Write a message/ })).toHaveValue('Is it this one?');
  await expect(help).toHaveCount(0);
  await page.getByRole('textbox', { name: /^Write a message/ }).fill('');
  await open(page, '/deals');
  await expect(page.getByRole('heading', { level: 1, name: 'Deals' })).toBeVisible();
  await page.keyboard.press('Shift+Slash');
  await expect(help).toBeVisible();
});
