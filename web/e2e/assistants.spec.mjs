// The main jobs of assistants: change and publish, test, and turn a gap into knowledge.
import { beAccessible, call, expect, newNumber, open, signIn, write } from './app.mjs';
import { test } from './signed-in.mjs';

const settled = (page) => expect(page.locator('[aria-busy=true]')).toHaveCount(0);

test('an assistant is made, changed as a draft, and published with a reason', async ({ page }) => {
  const name = `Gift desk ${newNumber()}`;
  await open(page, '/assistants');
  await page.getByRole('button', { name: 'New assistant' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Instructions').fill('You answer about gifts.');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  const made = (await call('GET', '/v1/assistants?limit=200')).data.find((a) => a.name === name);

  await page.getByLabel('Instructions').fill('You answer about gifts.\nBe brief.');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByText('Revision 2 is a draft').first()).toBeVisible();
  await page.getByRole('button', { name: 'What changed' }).click();
  await expect(page.getByText('Added: Be brief.')).toBeVisible();

  await page.getByRole('button', { name: 'Publish' }).first().click();
  const publish = page.getByRole('dialog');
  await publish.getByLabel('Reason').fill('Only a word more.');
  await publish.getByRole('button', { name: 'Publish' }).click();
  await expect(publish).toHaveCount(0);
  expect((await call('GET', `/v1/assistants/${made.id}`)).liveRevision).toBe(2);
  await call('DELETE', `/v1/assistants/${made.id}`);
});

test('the test bench shows the answer with its passages, prompt and cost', async ({ page }) => {
  const [assistant] = (await call('GET', '/v1/assistants')).data;
  await open(page, `/assistants/all/${assistant.id}?tab=test`);
  await page.getByLabel('Ask a question').fill('How long does shipping take?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const answer = page.getByRole('article');
  await expect(answer.getByText('Replies', { exact: true })).toBeVisible();
  await expect(answer.getByText(/Passages found: \d/)).toBeVisible();
  await expect(answer.getByText(/tokens · cost \$/).first()).toBeVisible();
  await settled(page);
  await beAccessible(page);
});

test('a question that nothing answers becomes knowledge', async ({ page }) => {
  const question = 'Do you repair antique zithers in Antarctica?';
  await write(newNumber(), question);
  const gap = async () => (await call('GET', '/v1/knowledge/gaps?state=open&limit=200')).data.find((g) => g.question === question);
  await expect.poll(gap).toBeTruthy();
  const { id } = await gap();
  await open(page, '/assistants/gaps');
  await page.getByRole('row', { name: /antique zithers/ }).getByRole('button', { name: 'Answer' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Answer').fill('No, only lamps.');
  await form.getByRole('button', { name: 'Add to knowledge' }).click();
  await expect(form).toHaveCount(0);
  const { state, sourceId } = await call('GET', `/v1/knowledge/gaps/${id}`);
  expect(state).toBe('answered');
  await call('DELETE', `/v1/knowledge/sources/${sourceId}`);
});

for (const path of ['/assistants', '/assistants/knowledge', '/assistants/gaps', '/assistants/proposals', '/assistants/providers', '/assistants/usage', 'config', 'revisions', 'evaluations', 'autonomy']) {
  test(`assistants: ${path} breaks no rule of accessibility and fits a phone`, async ({ page }) => {
    const [assistant] = (await call('GET', '/v1/assistants')).data;
    await open(page, path.startsWith('/') ? path : `/assistants/all/${assistant.id}?tab=${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      await beAccessible(page);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
}

test('a conversation says that its assistant is stopped, to who may know', async ({ page, browser }) => {
  const from = newNumber();
  const line = (p) => p.getByText('The assistant does not answer: all assistants are stopped.');
  await call('PATCH', '/v1/assistant-settings', { stopped: true });
  try {
    await write(from, 'Does anybody answer?');
    const found = async () => {
      const { data: [contact] } = await call('GET', `/v1/contacts?phone=${encodeURIComponent(from)}`);
      return contact && (await call('GET', `/v1/conversations?contactId=${contact.id}`)).data[0];
    };
    await expect.poll(found).toBeTruthy();
    const { id } = await found();
    await open(page, `/inbox/${id}`);
    await expect(line(page)).toBeVisible();
    await beAccessible(page, '.thread');

    // An agent may not read the settings, and nothing is asked that would be refused.
    const agent = await (await browser.newContext()).newPage();
    const refused = [];
    agent.on('response', (r) => { if (r.status() >= 400) refused.push(r.url()); });
    await call('PUT', `/v1/conversations/${id}/assignment`, { agentId: (await call('GET', '/v1/users?limit=200')).data.find((u) => u.email.startsWith('ana@')).id });
    await signIn(agent, 'ana');
    await open(agent, `/inbox/${id}`);
    await expect(agent.locator('.bubble').getByText('Does anybody answer?').last()).toBeVisible();
    await expect(line(agent)).toHaveCount(0);
    expect(refused).toEqual([]);
    await agent.context().close();
  } finally {
    await call('PATCH', '/v1/assistant-settings', { stopped: false });
  }
  await page.reload();
  await expect(page.locator('.bubble').getByText('Does anybody answer?').last()).toBeVisible();
  await expect(line(page)).toHaveCount(0);
});
