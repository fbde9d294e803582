// Understanding a run: all views of it, what is watched, knowledge, strategies, the arena.
import { expect, test } from './place';

test('arrows lead to their commands, and commands to their arrows', async ({ bench, page }) => {
  await bench.open('resource-allocation.rcp');
  await bench.tab('Automata');
  await page.locator('.synod-edge', { hasText: 'sForward!' }).first().locator('text').first().click();
  await expect(page.locator('main .cm-activeLine')).toContainText('sForward:');
  await page.locator('main .cm-line', { hasText: 'sConnect:' }).click();
  await expect(page.locator('.synod-edge.pointed')).toContainText('sConnect!');
});

test('a run is played, and an expression watched along it', async ({ bench, page }) => {
  await bench.open('philosophers.rcp');
  await bench.checkAll();
  await expect(bench.property('patience_pays')).toContainText('lasso');
  // The lasso begins at its start.
  await bench.property('patience_pays').getByRole('button').first().click();
  await expect(page.getByText('at the start', { exact: true })).toBeVisible();
  await expect(page.locator('.synod-dead-end, .synod-loop').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Watch an expression' }).fill('p2-hasFirst');
  await page.keyboard.press('Enter');
  const watched = page.locator('footer tbody tr', { hasText: 'p2-hasFirst' }).last();
  await expect(watched.locator('td')).toHaveText(['false', 'false', 'true', 'true', 'true']);
  await page.getByLabel('Speed').selectOption('15');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText(/step \d of 5|the loop/)).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
});

test('who knows what: the state that looks the same stands beside', async ({ bench, page }) => {
  await bench.open('trains.pispl');
  await bench.checkAll();
  await expect(bench.property('formula-2')).toContainText('run of 1 step');
  await bench.property('formula-2').getByRole('button').first().click();
  await bench.tab('Why');
  await expect(page.getByRole('tabpanel')).toContainText('Indistinguishable');
  await expect(page.getByRole('tabpanel').locator('tr.differs').first()).toBeVisible();
});

test('a strategy is played against', async ({ bench, page }) => {
  await bench.open('cards.ispl');
  await bench.checkAll();
  await expect(bench.property('formula-1')).toContainText('✓');
  await bench.property('formula-1').getByRole('button').first().click();
  await page.getByRole('button', { name: 'Show the witness' }).click();
  await bench.tab('Why');
  await page.getByRole('button', { name: 'Play against the coalition' }).first().click();
  const play = page.getByRole('group', { name: 'Play against the strategy' });
  await expect(play).toContainText('The page plays the coalition');
  await play.locator('.options button').first().click();
  const tree = play.getByRole('list', { name: 'Plays so far' });
  await expect(tree.locator('.current')).toHaveCount(1);
  // What was tried stays as a tree, and is gone back to by a click.
  await play.getByRole('button', { name: 'Take back' }).click();
  await expect(tree.locator('li')).toHaveCount(1);
  await expect(tree.locator('.current')).toHaveCount(0);
  await tree.getByRole('button').first().click();
  await expect(tree.locator('.current')).toHaveCount(1);
});

test('agents move in the arena, with who hears whom', async ({ bench, page }) => {
  await bench.open('flock.labs');
  for (const [name, value] of [['birds', '3'], ['grid', '5'], ['delta', '8']] as const) {
    await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByLabel(name, { exact: true }).blur();
  }
  await expect(page.locator('aside')).toContainText('Bird 0, Bird 1, Bird 2');
  await page.getByRole('button', { name: 'simulate', exact: true }).click();
  await bench.tab('Arena');
  const arena = page.locator('canvas');
  await expect(arena).toHaveAttribute('aria-label', /Bird 2 · \S+ -?\d.* at \d+, \d+; 3 links/);
  // A click on a tab leaves the keys to the run.
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/step 1 of/)).toBeVisible();
  await page.getByLabel('links of Alignment').uncheck();
  await expect(arena).not.toHaveAttribute('aria-label', /link/);
});

test('any number of agents, and how likely', async ({ bench, page }) => {
  await bench.open('door.rcp');
  await bench.checkAll();
  await expect(bench.property('outside')).toContainText('run of 1 step');
  await bench.property('alone').getByRole('button').first().click();
  await page.getByText('Any number of agents').click();
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Guest 2 or more');
  await bench.property('outside').getByRole('button').first().click();
  await bench.tab('Answer');
  await page.getByText('Estimate on random runs').click();
  await page.getByRole('button', { name: 'Estimate', exact: true }).click();
  await expect(page.getByRole('tabpanel')).toContainText(/between .* and .* runs/);
  await expect(page.getByRole('tabpanel').getByRole('img', { name: 'The interval as runs come in' })).toBeVisible();
});

test('a run that explains a state goes on from it', async ({ bench, page }) => {
  await bench.open('vending.ccs');
  await bench.checkAll();
  await expect(bench.property('bad_serves_tea')).toContainText('✗');
  await bench.property('bad_serves_tea').getByRole('button').first().click();
  await bench.tab('Why');
  const why = page.getByRole('tabpanel');
  await expect(why.getByRole('heading', { name: 'How it goes on' })).toBeVisible();
  await expect(why.locator('ol li')).toHaveText(['coin2', 'coffee2']);
  await why.getByRole('button', { name: 'Show this run' }).click();
  await expect(page.getByRole('button', { name: 'To the end' })).toBeEnabled();
  await expect(page.locator('footer .where')).toContainText('at the start');
  await page.keyboard.press('End');
  await expect(page.getByText(/step 2 of 2/)).toBeVisible();
});
