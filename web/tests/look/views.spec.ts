// One picture of each view. Nothing is asserted but that the view is there: pictures are for eyes.
import { pathToFileURL } from 'node:url';
import { copyFileSync } from 'node:fs';
import { expect, test, type Bench } from '../e2e/place';
import type { Page } from '@playwright/test';

const FOLDER = new URL('../../look/', import.meta.url).pathname;
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 900;

async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${FOLDER}${name}-${test.info().project.name}.png`, fullPage });
}

/** Goes to a part of the page, which on a phone is a tab. */
async function part(page: Page, name: 'Properties' | 'Text' | 'Views'): Promise<void> {
  if (isPhone(page)) await page.getByRole('navigation', { name: 'Parts of the page' }).getByRole('button', { name }).click();
}

async function view(bench: Bench, page: Page, name: string): Promise<void> {
  await part(page, 'Views');
  await bench.tab(name);
}

async function look(bench: Bench, page: Page, property: string): Promise<void> {
  await part(page, 'Properties');
  await bench.property(property).getByRole('button').first().click();
}

async function parameters(page: Page, values: Record<string, string>): Promise<void> {
  await part(page, 'Properties');
  for (const [name, value] of Object.entries(values)) {
    await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByLabel(name, { exact: true }).blur();
  }
}

test('a counterexample in all views', async ({ bench, page }) => {
  await bench.open('resource-allocation.rcp');
  await picture(page, '01-first');
  await part(page, 'Text');
  await picture(page, '02-text');
  await part(page, 'Properties');
  await bench.checkAll();
  await expect(bench.property('joint_mission')).toContainText('✓');
  await picture(page, '03-checked');
  await look(bench, page, 'all_machines_listen');
  await expect(page.getByText(/step 3 of 3/)).toBeVisible();
  for (const name of ['Sequence', 'Changes', 'Automata', 'Arena', 'Why', 'Answer', 'Guide']) {
    await view(bench, page, name);
    await picture(page, `04-${name.toLowerCase()}`);
  }
  for (const [name, button] of [['open', /^Open:/], ['share', 'Share']] as const) {
    await page.getByRole('button', { name: button }).click();
    await picture(page, `05-${name}`);
    await page.keyboard.press('Escape');
  }
});

test('a report', async ({ bench, page, context }) => {
  await bench.open('resource-allocation.rcp');
  await bench.checkAll();
  await expect(bench.property('joint_mission')).toContainText('✓');
  await page.getByRole('button', { name: 'Share' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'HTML' }).click();
  const html = `${await (await download).path()}.html`;
  copyFileSync(await (await download).path(), html);
  const other = await context.newPage();
  await other.goto(pathToFileURL(html).href);
  await picture(other, '06-report', true);
});

test('explore and graph', async ({ bench, page }) => {
  await bench.open('resource-allocation.rcp');
  await part(page, 'Properties');
  await page.getByRole('button', { name: 'explore', exact: true }).click();
  await page.locator('.step').first().click();
  await expect(page.locator('.tree .node')).toHaveCount(2);
  await page.getByRole('button', { name: '◀ Back' }).click();
  await page.locator('.step').nth(2).click();
  await expect(page.locator('.tree .node')).toHaveCount(3);
  await page.locator('.step').first().click();
  await expect(page.locator('.tree .node')).toHaveCount(4);
  await picture(page, '07-explore');
  await bench.tab('Graph');
  await page.getByRole('button', { name: 'Draw' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('306 states');
  await picture(page, '08-graph');
  await page.getByLabel('cluster by').fill('manager-automaton-state');
  await page.getByRole('button', { name: 'Draw again' }).click();
  await expect(page.getByRole('tabpanel').locator('canvas')).toBeVisible();
  await picture(page, '09-clusters');
});

test('lasso', async ({ bench, page }) => {
  await bench.open('philosophers.rcp');
  await bench.checkAll();
  await part(page, 'Properties');
  await expect(bench.property('patience_pays')).toContainText('lasso');
  await look(bench, page, 'patience_pays');
  await expect(page.getByText('at the start', { exact: true })).toBeVisible();
  await page.keyboard.press('End');
  await picture(page, '10-lasso');
  await view(bench, page, 'Changes');
  await picture(page, '11-lasso-changes');
});

test('a loop', async ({ bench, page }) => {
  await bench.open('door.rcp');
  await part(page, 'Properties');
  await page.getByRole('textbox', { name: 'A formula to check' }).fill('F guest1-greeted');
  await page.keyboard.press('Enter');
  await expect(bench.property('F guest1-greeted')).toContainText('lasso');
  await look(bench, page, 'F guest1-greeted');
  await view(bench, page, 'Sequence');
  await expect(page.locator('.synod-loop')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await picture(page, '22-loop');
});

test('knowledge and strategies', async ({ bench, page }) => {
  await bench.open('trains.pispl');
  await bench.checkAll();
  await part(page, 'Properties');
  await expect(bench.property('formula-2')).toContainText('run of 1 step');
  await look(bench, page, 'formula-2');
  await expect(page.getByText(/step 1 of 1/)).toBeVisible();
  await view(bench, page, 'Why');
  await picture(page, '12-knowledge');
  await bench.openExample('cards.ispl');
  await bench.checkAll();
  await part(page, 'Properties');
  await expect(bench.property('formula-1')).toContainText('✓');
  await look(bench, page, 'formula-1');
  await page.getByRole('button', { name: 'Show the witness' }).click();
  await view(bench, page, 'Why');
  await page.getByRole('button', { name: 'Play against the coalition' }).first().click();
  await page.getByRole('group', { name: 'Play against the strategy' }).locator('.options button').first().click();
  await picture(page, '13-strategy');
});

test('arena', async ({ bench, page }) => {
  await bench.open('flock.labs');
  await parameters(page, { birds: '6', grid: '10', delta: '5' });
  await expect(page.locator('aside')).toContainText('Bird 5');
  await picture(page, '14-parameters');
  await page.getByRole('button', { name: 'simulate', exact: true }).click();
  await view(bench, page, 'Arena');
  await expect(page.locator('canvas')).toBeVisible();
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight');
  await picture(page, '15-arena');
  await view(bench, page, 'Sequence');
  await picture(page, '16-long-sequence');
});

test('estimate, any number, side by side', async ({ bench, page }) => {
  await bench.open('door.rcp');
  await bench.checkAll();
  await part(page, 'Properties');
  await expect(bench.property('outside')).toContainText('run of 1 step');
  await look(bench, page, 'alone');
  await page.getByText('Any number of agents').click();
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Guest 2 or more');
  await picture(page, '17-cutoff');
  await look(bench, page, 'outside');
  await view(bench, page, 'Answer');
  await page.getByRole('tabpanel').getByText('Check with…').click();
  await page.getByRole('tabpanel').getByLabel('engine').selectOption('bdd');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText(/Answers side by side \(2\)/).click();
  await page.getByText('Estimate on random runs').click();
  await page.getByRole('button', { name: 'Estimate', exact: true }).click();
  await expect(page.getByRole('tabpanel').getByRole('img', { name: 'The interval as runs come in' })).toBeVisible();
  await picture(page, '18-estimate');
});

test('mistakes and progress', async ({ bench, page }) => {
  await bench.open('misspelt.rcp');
  await part(page, 'Text');
  await expect(page.locator('.cm-finding').first()).toBeVisible();
  await picture(page, '19-mistake');
  await bench.openExample('mesi.pispl');
  await parameters(page, { Cache: '20' });
  await expect(page.locator('aside')).toContainText('(20)');
  await part(page, 'Properties');
  await bench.property('formula-1').getByRole('button').first().click();
  const panel = page.getByRole('tabpanel');
  await panel.getByText('Check with…').click();
  await panel.getByLabel('engine').selectOption('explicit');
  await panel.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('img', { name: 'States over time' })).toBeVisible();
  await page.waitForTimeout(3000);
  await picture(page, '20-progress');
  await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
});
