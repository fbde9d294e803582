// Exploring: steps of one's choice, branches that stay, random steps, states that are found.
import { expect, test } from './place';

test('a walk with branches', async ({ bench, page }) => {
  await bench.open('resource-allocation.rcp');
  await page.getByRole('button', { name: 'explore', exact: true }).click();
  const steps = page.locator('.step');
  await expect(steps).toHaveCount(3);
  await steps.first().click();
  await expect(page.locator('.tree .node')).toHaveCount(2);
  // The state stands beside, and what the step changed stands out.
  await expect(page.locator('tr', { has: page.getByRole('rowheader', { name: 'client2' }) }).locator('.new', { hasText: 'cLink = empty' })).toBeVisible();
  await page.getByRole('button', { name: '◀ Back' }).click();
  await expect(steps).toHaveCount(3);
  await steps.nth(1).click();
  await expect(page.locator('.tree .node')).toHaveCount(3);
  await expect(page.getByText('The walk, 2 branches')).toBeVisible();

  await page.getByLabel('How many steps at random').fill('4');
  await page.getByRole('button', { name: 'Random' }).click();
  await expect(page.getByText(/step 5 of 5/)).toBeVisible();

  await page.getByLabel('Find a state that satisfies a condition').fill('machine1-asgn');
  await page.getByRole('button', { name: 'Find' }).click();
  await bench.tab('Changes');
  await expect(page.getByRole('tabpanel')).toContainText('asgn');
});

test('only some initial states, and a state that is not there', async ({ bench, page }) => {
  await bench.open('cards.ispl');
  await page.getByRole('button', { name: 'explore', exact: true }).click();
  await page.getByText('Start (6 initial states)').click();
  await page.getByLabel('A condition on initial states').fill('Player.card = ace');
  await page.getByRole('button', { name: 'Begin again' }).click();
  await expect(page.getByText('Start (2 initial states)')).toBeVisible();
  await page.locator('details ol .link.mono').nth(1).click();
  await bench.tab('Changes');
  await page.getByLabel('all variables').check();
  await expect(page.getByRole('tabpanel')).toContainText('ace');
  await bench.tab('Explore');
  await page.getByLabel('Find a state that satisfies a condition').fill('Player.card = king');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('it holds in none of the 3 states');
});

test('the state graph of a small model', async ({ bench, page }) => {
  await bench.open('resource-allocation.rcp');
  await bench.tab('Graph');
  await page.getByRole('button', { name: 'Draw' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('306 states, 561 steps');
  await page.getByRole('tabpanel').getByLabel('Look at state').fill('5');
  await expect(page.getByRole('tabpanel')).toContainText('A shortest way there');
  await page.getByLabel('cluster by').fill('manager-automaton-state');
  await page.getByLabel('only where').fill('client1-cLink = c');
  await page.getByRole('button', { name: 'Draw again' }).click();
  await expect(page.getByRole('tabpanel')).not.toContainText('306 states');
  // It is there when somebody comes back.
  await bench.tab('Guide');
  await bench.tab('Graph');
  await expect(page.getByLabel('cluster by')).toHaveValue('manager-automaton-state');
  await expect(page.getByRole('img', { name: /^State graph/ })).toBeVisible();
});

test('a link holds the model', async ({ bench, page, context, place }) => {
  await bench.open('resource-allocation-2.rcp');
  await page.getByRole('button', { name: 'Share' }).click();
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/#model=/);
  const fragment = new URL(await link.inputValue()).hash;
  const other = await context.newPage();
  await other.goto(place.url.replace(/#.*/, '') + (place.url.includes('?') ? '' : '') + fragment);
  await expect(other.getByRole('button', { name: /^Open:/ })).toContainText('resource-allocation-2');
});
