// Checking: news while it goes on, answers side by side, answers that stay.
import type { Page } from '@playwright/test';
import { expect, test } from './place';

async function parameters(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByLabel(name, { exact: true }).blur();
  }
}

test('states, rate and memory are plotted while a property is checked', async ({ bench, page }) => {
  await bench.open('mesi.pispl');
  await parameters(page, { Cache: '20' });
  await expect(page.locator('aside')).toContainText('(20)');
  await page.getByRole('button', { name: /^Engine/ }).click();
  await page.locator('dialog select').first().selectOption('explicit');
  await page.keyboard.press('Escape');
  await bench.checkAll();
  await bench.property('formula-1').getByRole('button').first().click();
  const panel = page.getByRole('tabpanel');
  const states = panel.getByRole('img', { name: 'States over time' });
  await expect(states).toBeVisible();
  // A line with several points: news came more than twice.
  await expect(states.locator('path').nth(1)).toHaveAttribute('d', /^M.*L.*L/);
  await expect(panel.getByRole('img', { name: 'Memory over time' })).toBeVisible();
  await expect(panel).toContainText('states a second');
  // The page finds the work again after a reload, and ends it.
  await page.reload();
  await expect(bench.property('formula-1')).toContainText(/states/);
  await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
  await expect(bench.property('formula-1')).toContainText('not checked');
});

test('answers to other parameters, texts and engines stand side by side', async ({ bench, page }) => {
  await bench.open('trains.pispl');
  await bench.checkAll();
  await expect(bench.property('formula-1')).toContainText('✓');
  await parameters(page, { Express: '2' });
  await expect(bench.property('formula-1')).toContainText('earlier version');
  await bench.property('formula-1').getByRole('button', { name: 'Check formula-1' }).click();
  await expect(bench.property('formula-1')).not.toContainText('earlier version');
  await bench.property('formula-1').getByRole('button').first().click();
  const panel = page.getByRole('tabpanel');
  await panel.getByText('Answers side by side (2)').click();
  await expect(panel.locator('tbody tr').nth(0)).toContainText('Express=2');
  await expect(panel.locator('tbody tr').nth(0)).toContainText('present');
  await expect(panel.locator('tbody tr').nth(1)).toContainText('Express=3');
  await expect(panel.locator('tbody tr').nth(1)).toContainText('version 1');
});

/** The interval that a plot says it begins or ends with. */
function widths(label: string): number[] {
  return [...label.matchAll(/between ([\d.]+) % and ([\d.]+) %/g)].map(([, low, high]) => Number(high) - Number(low));
}

test('an estimate narrows, and it and the answer for any number are there after a reload', async ({ bench, page }) => {
  await bench.open('door.rcp');
  const formula = page.getByRole('textbox', { name: 'A formula to check' });
  await formula.click();
  await page.keyboard.type('F guest1-gree');
  const offered = page.locator('.cm-tooltip-autocomplete');
  await offered.getByRole('option', { name: 'greeted' }).click();
  await expect(formula).toHaveText('F guest1-greeted');
  await formula.click();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('tabpanel');
  await panel.getByText('Estimate on random runs').click();
  await panel.getByLabel('steps a run').fill('3');
  await panel.getByRole('button', { name: 'Estimate', exact: true }).click();
  const plot = panel.getByRole('img', { name: /^The interval as runs come in/ });
  await expect(panel.getByRole('button', { name: 'Estimate', exact: true })).toBeVisible();
  await expect(plot).toBeVisible();
  const [first, last] = widths((await plot.getAttribute('aria-label'))!);
  expect(last!).toBeLessThan(first!);
  await bench.property('alone').getByRole('button').first().click();
  await panel.getByText('Any number of agents').click();
  await panel.getByRole('button', { name: 'Ask' }).click();
  await expect(panel).toContainText('holds for Guest 2 or more');

  await page.reload();
  await bench.property('alone').getByRole('button').first().click();
  await expect(panel).toContainText('holds for Guest 2 or more');
  await bench.property('F guest1-greeted').getByRole('button').first().click();
  await bench.tab('Answer');
  await expect(panel.getByRole('img', { name: /^The interval as runs come in/ })).toBeVisible();
});

test('a family is violated at a size, and the run of that size is walked', async ({ bench, page }) => {
  await bench.open('camp.pispl');
  await parameters(page, { Robot: '' });
  await bench.checkAll();
  await expect(bench.property('formula-1')).toContainText('✗');
  await bench.property('formula-1').getByRole('button').first().click();
  await expect(page.locator('footer')).toContainText('formula-1 is violated');
  await bench.tab('Answer');
  await expect(page.getByRole('tabpanel')).toContainText('violated at');
  await expect(page.getByRole('tabpanel')).toContainText('Robot 1');
  await bench.property('formula-2').getByRole('button').first().click();
  await expect(page.getByRole('tabpanel')).toContainText('holds for Robot 3 or more');
});

test('a property may be called like a built-in one', async ({ bench, page }) => {
  await bench.open('stock-safe.chor');
  await expect(bench.property('no-deadlock')).toHaveCount(1);
  await bench.checkAll();
  for (const name of ['no-deadlock', 'ends', 'at_most_once']) await expect(bench.property(name)).toContainText('✓');
  await bench.property('no-deadlock').getByRole('button').first().click();
  await expect(page.getByRole('tabpanel')).toContainText('holds');
});

test('a bounded search shows its bound, and decision diagrams their nodes', async ({ bench, page }) => {
  await bench.open('flock.labs');
  await parameters(page, { birds: '5', grid: '12', delta: '4' });
  await expect(page.locator('aside')).toContainText('Bird 4');
  await bench.property('Consensus').getByRole('button').first().click();
  const panel = page.getByRole('tabpanel');
  await panel.getByText('Check with…').click();
  for (const [engine, plots] of [['bmc', ['Bound', 'Nodes', 'Memory']], ['bdd', ['Nodes', 'Memory']]] as const) {
    await panel.getByLabel('engine').selectOption(engine);
    await panel.getByRole('button', { name: 'Check', exact: true }).click();
    for (const plot of plots) await expect(panel.getByRole('img', { name: `${plot} over time` }).locator('path').nth(1)).toHaveAttribute('d', /^M.*L/);
    await expect(panel.getByRole('heading', { name: engine })).toBeVisible();
    await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
    await expect(bench.property('Consensus')).toContainText('not checked');
  }
});
