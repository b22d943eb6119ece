import { defineConfig } from '@playwright/test';

// Uses the system's Chromium; set CHROMIUM where it is elsewhere.
export default defineConfig({
  testDir: '.',
  globalSetup: './demo.mjs',
  timeout: 300_000, // a busy machine takes minutes for the accessibility checks
  expect: { timeout: 60_000 },
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
