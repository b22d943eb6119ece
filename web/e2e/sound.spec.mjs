// The sound of what is for somebody: off at first, a setting of the device.
import { beAccessible, call, expect, newNumber, open, signIn, test, write } from './app.mjs';

test('a message in a conversation of mine makes a sound on the device that wants one', async ({ page }) => {
  await page.addInitScript(() => {
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { window.tones++; return start.apply(this, when); };
  });
  await signIn(page);
  await open(page, '/settings/notifications');
  const on = page.getByRole('switch', { name: 'Play a sound on this device when something is for me' });
  await expect(on).not.toBeChecked();
  await on.focus();
  await page.keyboard.press('Space');
  await expect(on).toBeChecked();
  await expect.poll(() => page.evaluate(() => window.tones)).toBe(2); // one hears at once what it is
  await beAccessible(page);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/sound.png`, fullPage: true });
  const from = newNumber();
  await write(from, 'I want to talk to a person');
  await expect.poll(async () => (await call('GET', `/v1/conversations?limit=50`)).data.some((c) => c.contactName.endsWith(from.slice(-4)))).toBe(true);
  const mine = (await call('GET', `/v1/conversations?limit=50`)).data.find((c) => c.contactName.endsWith(from.slice(-4)));
  const me = (await call('GET', '/v1/users')).data.find((u) => u.email === 'owner@lucky-shop.example');
  await call('PUT', `/v1/conversations/${mine.id}/assignment`, { agentId: me.id });
  await expect.poll(() => page.evaluate(() => window.tones)).toBeGreaterThan(2);
});
