// Going live: what a business does until it can send.
import { beAccessible, call, expect, open, signIn, watch } from './app.mjs';
import { ownDemo } from './demo.mjs';
import { test } from './signed-in.mjs';

test('an item is confirmed by a person, and taken back', async ({ page }) => {
  await open(page, '/onboarding/checklist/payment_card');
  await page.getByRole('button', { name: 'This is not so' }).click();
  await page.getByRole('dialog').getByLabel('What is missing').fill('The card has expired.');
  await page.getByRole('dialog').getByRole('button', { name: 'This is not so' }).click();
  await expect(page.getByRole('region', { name: 'Payment card' }).getByText('Not in order')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('dialog').getByLabel('Note').fill('Card ending in 4242, seen in the billing settings.');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('region', { name: 'Payment card' }).getByText('Card ending in 4242, seen in the billing settings.').first()).toBeVisible();
  const { prerequisites } = await call('GET', '/v1/onboarding');
  expect(prerequisites.find((i) => i.id === 'payment_card')).toMatchObject({ state: 'verified', note: 'Card ending in 4242, seen in the billing settings.' });
});

test('before the first look nobody says what is there', async ({ page }) => {
  let looked = false;
  await page.route('**/v1/onboarding', async (route) => {
    const answer = await route.fetch();
    const list = await answer.json();
    const unseen = (items) => items.map((i) => ({ ...i, checkedAt: null, confirmedAt: null, state: 'todo', evidence: [] }));
    await route.fulfill({ response: answer, json: looked ? list : { ...list, prerequisites: unseen(list.prerequisites), steps: unseen(list.steps), badge: { ...list.badge, checkedAt: null, needs: [], days: [] } } });
  });
  await open(page, '/onboarding');
  await expect(page.getByRole('status').filter({ hasText: 'Looking for the first time' })).toBeVisible();
  await expect(page.getByText(/of 8 done/)).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'Not looked at yet' })).toHaveCount(8);
  await beAccessible(page);
  await page.getByRole('link', { name: 'Badge' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Looking for the first time' })).toBeVisible();
  await beAccessible(page);
  await page.getByRole('link', { name: 'Checklist' }).click();
  looked = true;
  await expect(page.getByText(/[1-8] of 8 done/)).toBeVisible(); // it is asked for again by itself
  await expect(page.getByText('Looking for the first time')).toHaveCount(0);
});

test('a number is added, verified by its code, and registered', async ({ page }) => {
  const number = `415557${String(1000 + (process.pid % 9000))}`;
  await open(page, '/onboarding/numbers');
  await page.getByRole('button', { name: 'Add number' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Country code' }).fill('+1');
  await form.getByRole('textbox', { name: 'Number', exact: true }).fill(number);
  await form.getByRole('textbox', { name: 'Display name' }).fill('Lucky Shop');
  await form.getByRole('button', { name: 'Add number' }).click();

  const card = page.getByRole('region', { name: `+1${number}` });
  await card.getByRole('button', { name: 'Show steps' }).click();
  await card.getByRole('button', { name: 'Send the code' }).click();
  await card.getByRole('button', { name: 'Read the code on the test phone' }).click();
  const told = card.getByRole('status').filter({ hasText: /\d{3}-?\d{3}/ });
  await expect(told).toBeVisible();
  const code = /(\d{3})-?(\d{3})/.exec(await told.innerText()).slice(1).join('');
  await card.getByLabel('Digit 1').click();
  await page.keyboard.type(code);
  await card.getByRole('button', { name: 'Verify' }).click();
  await card.getByLabel('Digit 1').click();
  await page.keyboard.type('482931');
  await card.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(card.getByText('Ready to send')).toBeVisible();
});

test('an account is connected in the provider’s window', async ({ browser }) => {
  const own = await ownDemo();
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    const faults = [];
    watch(page, own.info.url, faults);
    await signIn(page, 'owner', own.info.url);
    const number = '+14155580150';
    await open(page, '/onboarding/accounts', own.info.url);
    await page.getByRole('button', { name: 'Connect in the provider’s window' }).click();
    const dialog = page.getByRole('dialog');
    await beAccessible(page);

    const left = context.waitForEvent('page');
    await dialog.getByRole('button', { name: 'Open the window' }).click();
    await (await left).getByRole('button', { name: 'Leave' }).click();
    await expect(dialog.getByRole('status')).toContainText('The window was left before the end.');

    await dialog.getByRole('radio', { name: 'It stays in use in the app on the phone' }).check();
    const again = context.waitForEvent('page');
    await dialog.getByRole('button', { name: 'Open it again' }).click();
    const window = await again;
    await expect(dialog.getByRole('status')).toContainText('Finish in the provider’s window.');
    await beAccessible(window);
    await window.getByLabel('Name of the business').fill('Lucky Shrub');
    await window.getByLabel('Phone number').fill(number);
    const closed = window.waitForEvent('close');
    await window.getByRole('button', { name: 'Finish' }).click();
    await closed;
    await expect(page.getByRole('region', { name: 'Lucky Shrub' })).toBeVisible();
    await expect(dialog).toBeHidden();
    await open(page, '/onboarding/numbers', own.info.url);
    await expect(page.getByRole('region', { name: number })).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    await own.end();
  }
});

test('a request for the badge is submitted by hand', async ({ browser }) => {
  test.setTimeout(120_000);
  const own = await ownDemo();
  try {
    const { url, sandboxUrl } = own.info;
    const ask = (method, path, body) => call(method, path, body, own.info);
    await ask('PUT', '/v1/onboarding/website', { url: 'https://www.lucky-shop.example/', legalName: 'Lucky Shop Ltd', address: '1 Hacker Way, Menlo Park' });
    await ask('POST', '/v1/onboarding/website/confirm', { note: 'A person looked at it.' });
    const { rule } = (await ask('GET', '/v1/onboarding')).badge;
    for (let day = 0; day < rule.days; day++) {
      const messages = Array.from({ length: rule.templatesADay }, (_, i) => ({
        to: `+1415555${4000 + i}`, type: 'template', templateName: 'order_shipped', language: 'en_US', parameters: { name: 'Ada', order_number: '48213', eta: 'on Friday' },
      }));
      await ask('POST', '/v1/messages/batch', { messages });
      await ask('POST', '/v1/sandbox/clock', { advanceSeconds: 5 * 24 * 3600 });
    }
    await ask('POST', '/v1/onboarding/business_verified/check');
    await fetch(`${sandboxUrl}/_sandbox/faults`, { method: 'POST', body: JSON.stringify({ match: { path: '/official_business_account' }, code: 10, times: 1 }) });

    const page = await (await browser.newContext()).newPage();
    const faults = [];
    watch(page, url, faults);
    await signIn(page, 'owner', url);
    await open(page, '/onboarding/badge', url);
    await page.getByRole('button', { name: 'Request the badge' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Country (two letters)' }).fill('us');
    await form.getByRole('button', { name: 'Send the request' }).click();
    const ready = page.getByRole('region', { name: 'Submit the request by hand' });
    await expect(ready.getByRole('link', { name: 'Open the provider’s form' })).toHaveAttribute('href', /whatsapp_manager\/phone_numbers/);
    await expect(ready.getByText('https://www.lucky-shop.example/')).toBeVisible();
    await beAccessible(page);

    await ready.getByRole('button', { name: 'I have submitted it' }).click();
    await form.getByLabel('Note').fill('Submitted on Monday.');
    await form.getByRole('button', { name: 'I have submitted it' }).click();
    await expect(ready.getByText('Submitted on Monday.')).toBeVisible();
    await ready.getByRole('button', { name: 'The provider refused it' }).click();
    await form.getByLabel('Note').fill('Not notable enough.');
    await form.getByRole('button', { name: 'The provider refused it' }).click();
    await expect(page.getByRole('alert').getByText('Not notable enough.')).toBeVisible();
    await expect(page.getByText('Next request possible on')).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    await own.end();
  }
});

for (const path of ['', '/checklist/website', '/checklist/system_user_token', '/numbers', '/accounts', '/doctor', '/badge']) {
  test(`onboarding${path} breaks no rule of accessibility and fits a phone`, async ({ page }) => {
    await open(page, `/onboarding${path}`);
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
