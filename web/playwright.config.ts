// End to end: the page in Debian's Chromium, once with a real server and once as the playground.

import { defineConfig } from '@playwright/test';
import type { Where } from './tests/e2e/place';

export default defineConfig<{ where: Where }>({
  testDir: 'tests/e2e',
  // A loaded machine is slow, not wrong.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  workers: 1,
  reporter: 'list',
  use: {
    viewport: { width: 1400, height: 880 },
    launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] },
  },
  projects: [
    { name: 'server', use: { where: 'server' }, testIgnore: 'playground.spec.ts' },
    // What is the same page is tried once; here the way to the answers is another.
    { name: 'playground', use: { where: 'playground' }, testMatch: ['newcomer.spec.ts', 'write.spec.ts', 'playground.spec.ts'] },
  ],
});
