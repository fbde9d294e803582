// Everybody can use it: axe-core finds nothing serious, and the keyboard is enough.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './place';

type Scheme = 'light' | 'dark';

/** What axe-core finds that is serious; in the dark only colours are different. */
async function serious(page: Page, where: string, scheme: Scheme, within?: string): Promise<string[]> {
  let axe = new AxeBuilder({ page });
  if (scheme === 'dark') axe = axe.withRules(['color-contrast']);
  if (within !== undefined) axe = axe.include(within);
  const { violations } = await axe.analyze();
  return violations.filter((one) => one.impact === 'serious' || one.impact === 'critical').map((one) => `${where}: ${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 3).join('; ')}`);
}

for (const scheme of ['light', 'dark'] as const) {
  test(`axe-core finds nothing serious in ${scheme}`, async ({ bench, page }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme: scheme });
    await bench.open('resource-allocation.rcp');
    await bench.checkAll();
    await expect(bench.property('all_machines_listen')).toContainText('run of 3 steps');
    await bench.property('all_machines_listen').getByRole('button').first().click();
    await expect(page.getByText(/step 3 of 3/)).toBeVisible();
    const found: string[] = [];
    for (const tab of ['Answer', 'Sequence', 'Changes', 'Automata', 'Arena', 'Why', 'Explore', 'Graph', 'Guide']) {
      await bench.tab(tab);
      // The rest of the page is the same under every tab.
      found.push(...(await serious(page, tab, scheme, tab === 'Answer' ? undefined : '#view')));
    }
    for (const name of [/^Open:/, 'Share', /^Engine/]) {
      await page.getByRole('button', { name }).click();
      found.push(...(await serious(page, String(name), scheme, 'dialog')));
      await page.keyboard.press('Escape');
    }
    // A walk, and a graph.
    await bench.tab('Explore');
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    await page.locator('.step').first().click();
    await expect(page.locator('.tree .node')).toHaveCount(2);
    found.push(...(await serious(page, 'a walk', scheme, '#view')));
    await bench.tab('Graph');
    await page.getByRole('button', { name: 'Draw' }).click();
    await page.getByLabel('Look at state').fill('5');
    found.push(...(await serious(page, 'a graph', scheme, '#view')));
    expect(found).toEqual([]);
  });

  test(`axe-core finds nothing serious in other answers in ${scheme}`, async ({ bench, page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme: scheme });
    const found: string[] = [];
    await bench.open('door.rcp');
    await bench.checkAll();
    await expect(bench.property('outside')).toContainText('run of 1 step');
    await bench.property('alone').getByRole('button').first().click();
    await page.getByText('Any number of agents').click();
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('Guest 2 or more');
    await page.getByText('Estimate on random runs').click();
    await page.getByRole('button', { name: 'Estimate', exact: true }).click();
    await expect(page.getByRole('img', { name: /^The interval/ })).toBeVisible();
    found.push(...(await serious(page, 'any number and estimate', scheme, '#view')));
    await bench.openExample('trains.pispl');
    await bench.checkAll();
    await bench.property('formula-2').getByRole('button').first().click();
    await expect(bench.property('formula-2')).toContainText('run of 1 step');
    await bench.property('formula-2').getByRole('button').first().click();
    await bench.tab('Why');
    await expect(page.getByRole('tabpanel')).toContainText('Indistinguishable');
    found.push(...(await serious(page, 'knowledge', scheme)));
    await bench.openExample('cards.ispl');
    await bench.checkAll();
    await expect(bench.property('formula-1')).toContainText('✓');
    await bench.property('formula-1').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Show the witness' }).click();
    await bench.tab('Why');
    await page.getByRole('button', { name: 'Play against the coalition' }).first().click();
    await page.getByRole('group', { name: 'Play against the strategy' }).locator('.options button').first().click();
    await expect(page.getByRole('list', { name: 'Plays so far' })).toBeVisible();
    found.push(...(await serious(page, 'a strategy', scheme, '#view')));
    await bench.openExample('misspelt.rcp');
    await expect(page.locator('.cm-finding').first()).toBeVisible();
    found.push(...(await serious(page, 'mistakes', scheme)));
    expect(found).toEqual([]);
  });
}

test('the keyboard is enough', async ({ bench, page }) => {
  await bench.open('resource-allocation.rcp');
  await expect(bench.property('all_machines_listen')).toContainText('not checked');
  await page.keyboard.press('Control+Enter');
  await expect(bench.property('all_machines_listen')).toContainText('run of 3 steps');
  await page.keyboard.press('Alt+1');
  for (let count = 0; count < 40; count += 1) {
    if (/all_machines_listen/.test((await page.evaluate(() => document.activeElement?.textContent)) ?? '')) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByText(/step 3 of 3/)).toBeVisible();
  await page.keyboard.press('Home');
  await expect(page.getByText('at the start', { exact: true })).toBeVisible();
  await page.keyboard.press('Alt+3');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Changes' })).toHaveAttribute('aria-selected', 'true');
  // A walk: to its tab, into it, steps by their numbers, back.
  for (let count = 0; count < 4; count += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Explore' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('.step')).toHaveCount(3);
  await page.keyboard.press('Tab');
  await page.keyboard.press('2');
  await expect(page.locator('.tree .node')).toHaveCount(2);
  await page.keyboard.press('b');
  await expect(page.locator('.tree .node').first()).toHaveAttribute('aria-current', 'step');
  // To the text, write, and out of it again.
  await page.keyboard.press('Alt+2');
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('// by hand\n');
  await expect(bench.text).toContainText('// by hand');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+4');
  await expect(page.locator('footer input[type=range]')).toBeFocused();
});

test('a phone shows one part at a time', async ({ bench, page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await bench.open('resource-allocation.rcp');
  await bench.checkAll();
  await expect(bench.property('all_machines_listen')).toContainText('run of 3 steps');
  await bench.property('all_machines_listen').getByRole('button').first().click();
  await expect(page.locator('#seq-chart-step-3')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
