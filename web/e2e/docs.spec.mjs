// The playground in a real browser, against the demo that demo.mjs gives.
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base } from '@playwright/test';

const file = process.env.CRM_DEMO_JSON; // unset only while the tests are being listed
const demo = file ? JSON.parse(readFileSync(file, 'utf8')) : undefined;

/** A page that fails its test on a console error, a script error or any request to another origin. */
const test = base.extend({
  page: async ({ page }, use) => {
    const faults = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== new URL(demo.url).origin) {
        faults.push(`request to another origin: ${request.url()}`);
      }
    });
    page.on('websocket', (socket) => faults.push(`socket: ${socket.url()}`));
    await use(page);
    expect(faults).toEqual([]);
  },
});

/** Opens the reference and waits until it is drawn. */
async function open(page) {
  await page.goto(new URL('/docs', demo.url).href);
  await expect(page.getByRole('link', { name: /^Send a message/ })).toBeVisible();
}

/** Goes to "Send a message" by the search and returns its section. */
async function find(page) {
  await page.getByRole('button', { name: 'Search' }).first().click();
  const search = page.getByRole('dialog');
  await search.getByRole('combobox').fill('Send a message');
  await search
    .getByRole('option', { name: /Send a message/ })
    .first()
    .click();
  const heading = page.getByRole('heading', { name: 'Send a message', exact: true });
  await expect(heading).toBeInViewport();
  return page.getByRole('region', { name: 'Send a message', exact: true });
}

test('is served with its own content security policy', async ({ page }) => {
  const answer = await page.goto(new URL('/docs', demo.url).href);
  expect(answer.headers()['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
  expect(answer.headers()['referrer-policy']).toBe('no-referrer');
});

test('shows the SDK sample first', async ({ page }) => {
  await open(page);
  const section = await find(page);
  await expect(section.getByText("import { ServiceClient } from '@service/sdk'")).toBeVisible();
  await expect(section.getByRole('button', { name: '@service/sdk' })).toBeVisible();
});

test('offers curl, TypeScript and Go', async ({ page }) => {
  await open(page);
  const section = await find(page);
  await section.getByRole('button', { name: '@service/sdk' }).click();
  await expect(page.getByRole('option').first()).toHaveText('@service/sdk');
  await expect(page.getByRole('group', { name: 'Go', exact: true }).getByRole('option').first()).toBeAttached();
  await page.getByRole('group', { name: 'Shell' }).getByRole('option', { name: 'Curl' }).click();
  await expect(section.getByText(`curl ${new URL(demo.url).origin}/v1/messages`)).toBeVisible();
});

test('sends a message', async ({ page }) => {
  await open(page);
  const section = await find(page);
  await section.getByRole('button', { name: /Test Request/ }).click();
  const client = page.getByRole('dialog', { name: 'API Client' });
  await client.getByRole('textbox', { name: 'Bearer Token' }).fill(demo.apiKey);
  const answered = page.waitForResponse((r) => r.url().endsWith('/v1/messages') && r.request().method() === 'POST');
  await client.getByRole('button', { name: /^Send post request/i }).click();
  const answer = await answered;
  expect(answer.status()).toBe(202);
  const { messageId } = await answer.json();
  expect(messageId).toMatch(/^msg_/);
  const shown = client.getByRole('region', { name: 'Response', exact: true });
  await expect(shown.getByText('202').first()).toBeVisible();
  await expect(shown.getByText(messageId).first()).toBeVisible();
});

for (const colorScheme of ['light', 'dark']) {
  test.describe(`${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('has no WCAG A or AA violation', async ({ page }) => {
      await open(page);
      await find(page);
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target).join(', ')}`)).toEqual([]);
    });
  });
}
