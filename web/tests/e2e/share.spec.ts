// Sharing: runs as files and back, a report that is walked without anything else, a page inside another.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test, type Bench } from './place';

async function counterexample(bench: Bench, page: Page): Promise<void> {
  await bench.open('resource-allocation.rcp');
  await bench.checkAll();
  await expect(bench.property('joint_mission')).toContainText('✓');
  await bench.property('all_machines_listen').getByRole('button').first().click();
  await expect(page.getByText(/step 3 of 3/)).toBeVisible();
}

async function saved(page: Page, how: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download');
  await how();
  return (await download).path();
}

test('a run is saved in all forms, and loaded again', async ({ bench, page }) => {
  await counterexample(bench, page);
  await page.getByRole('button', { name: 'Share' }).click();
  const files: Record<string, string> = {};
  for (const [form, begin] of [['sequence', '<svg'], ['mermaid', 'sequenceDiagram'], ['csv', ''], ['itf', '{'], ['json', '{'], ['png', '\u0089PNG']] as const) {
    await page.getByLabel('Form of the run').selectOption(form);
    files[form] = await saved(page, () => page.locator('dialog p', { has: page.getByLabel('Form of the run') }).getByRole('button', { name: 'Save' }).click());
    const text = readFileSync(files[form], 'latin1');
    expect(text.length).toBeGreaterThan(100);
    expect(text.slice(0, 600)).toContain(begin);
  }
  await page.keyboard.press('Escape');
  for (const form of ['itf', 'json']) {
    await page.getByLabel('Load a run from a file').setInputFiles({ name: `run.${form === 'itf' ? 'itf.json' : 'json'}`, mimeType: 'application/json', buffer: readFileSync(files[form]!) });
    await expect(page.locator('ul[aria-labelledby=runs-title] li', { hasText: 'loaded from a file' })).toHaveCount(form === 'itf' ? 1 : 2);
    await expect(page.getByText('at the start', { exact: true })).toBeVisible();
  }
});

test('a report is read and its runs are walked without anything else', async ({ bench, page, context }) => {
  await counterexample(bench, page);
  // The last check is there after a reload, too.
  await page.reload();
  await expect(bench.property('all_machines_listen')).toContainText('run of 3 steps');
  await page.getByRole('button', { name: 'Share' }).click();
  const file = await saved(page, () => page.getByRole('button', { name: 'HTML' }).click());
  const html = `${file}.html`;
  (await import('node:fs')).copyFileSync(file, html);
  const other = await context.newPage();
  const errors: string[] = [];
  other.on('pageerror', (error) => errors.push(error.message));
  other.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
  await other.goto(pathToFileURL(html).href);
  const run = other.locator('article', { hasText: 'all_machines_listen' }).locator('synod-run').first();
  // It is open where the property is violated. The viewer in it is that of the program.
  if (process.env['SYNOD_PAGE'] !== 'dist') await expect(run.getByText(/step 3 of 3/)).toBeVisible();
  await run.getByRole('slider').press('Home');
  await expect(run.getByText('at the start', { exact: true })).toBeVisible();
  await run.getByRole('slider').press('End');
  await expect(run.getByText(/step 3 of 3/)).toBeVisible();
  await run.getByRole('tab', { name: 'Automata' }).click();
  await expect(run.locator('.synod-state.lit').first()).toBeVisible();
  expect(errors).toEqual([]);
});

test('a walk is saved with its branches, and loaded again', async ({ bench, page }) => {
  await bench.open('resource-allocation.rcp');
  await page.getByRole('button', { name: 'explore', exact: true }).click();
  await page.locator('.step').first().click();
  await expect(page.locator('.tree .node')).toHaveCount(2);
  await page.getByRole('button', { name: '◀ Back' }).click();
  await page.locator('.step').nth(2).click();
  await expect(page.locator('.tree .node')).toHaveCount(3);
  const file = await saved(page, () => page.getByRole('button', { name: 'save the walk' }).click());
  await page.getByText(/^Start/).click();
  await page.getByRole('button', { name: 'Begin again' }).click();
  await expect(page.locator('.tree .node')).toHaveCount(1);
  await page.getByLabel('Load a walk').setInputFiles({ name: 'walk.json', mimeType: 'application/json', buffer: readFileSync(file) });
  await expect(page.locator('.tree .node')).toHaveCount(3);
  await page.getByLabel('A condition on initial states').fill('client1-cLink = empty');
  await page.getByRole('button', { name: 'Begin again' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
});
