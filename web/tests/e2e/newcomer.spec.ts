// Somebody who comes for the first time finds the violated property and follows why.
import { expect, test } from './place';

test('from the model to the reason', async ({ bench, page }) => {
  await bench.open('resource-allocation.rcp');
  await bench.checkAll();
  await expect(bench.property('all_machines_listen')).toContainText('run of 3 steps');
  await expect(bench.property('mission')).toContainText('✓');
  await bench.property('all_machines_listen').getByRole('button').first().click();

  // The run is at its end; the formula says what is false.
  await expect(page.getByText(/step 3 of 3/)).toBeVisible();
  await expect(page.locator('#seq-chart-step-3')).toHaveClass(/synod-current/);
  await expect(page.locator('footer tbody tr').first().locator('td').first()).toHaveText('false');
  await expect(page.locator('footer tbody tr')).not.toHaveCount(1);

  // One step back with the keyboard: all views move.
  await page.locator('body').press('ArrowLeft');
  await expect(page.getByText(/step 2 of 3/)).toBeVisible();
  await expect(page.locator('#seq-chart-step-2')).toHaveClass(/synod-current/);
  await page.locator('body').press('End');

  // The automata: the manager has gone on, machine3 has not.
  await bench.tab('Automata');
  const machine = page.locator('figure', { hasText: 'machine1, machine2, machine3' });
  await expect(machine.locator('.synod-state.lit')).toHaveCount(2);
  await expect(machine.locator('text.who')).toHaveText(['machine3', 'machine1, machine2']);

  // Why: the part that is false, and what machine3 was listening to instead.
  await bench.tab('Why');
  const why = page.getByRole('tabpanel');
  await expect(why.locator('.reasons li').last()).toHaveText(/machine3-cLink = c\s+false\s+after step 3/);
  await expect(why.locator('li', { has: page.getByText('machine3', { exact: true }) }).first()).toContainText('waits for a message on g2');
  await why.locator('.reasons button').nth(1).click();
  await expect(page.getByText(/step 2 of 3/)).toBeVisible();
});

test('who mends the text is told that the run is of the earlier one', async ({ bench, page }) => {
  // Nobody else opens this one: what is written stays on the server.
  await bench.open('resource-allocation-4.rcp');
  await bench.checkAll();
  await expect(bench.property('all_machines_listen')).toContainText('run of 3 steps');
  await bench.property('all_machines_listen').getByRole('button').first().click();
  await expect(page.getByText(/step 3 of 3/)).toBeVisible();
  const footer = page.locator('footer');
  await expect(footer).not.toContainText('earlier version');
  // What the guide tells to do.
  await page.keyboard.press('Alt+2');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('[[sender = manager]] (k');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.type('[[sender = manager & chan = k-gLink]] (k');
  await expect(footer).toContainText('This run is of an earlier version of the text');
  await page.keyboard.press('Control+Enter');
  await expect(bench.property('all_machines_listen')).toContainText('✓');
  await footer.getByRole('button', { name: 'Close it' }).click();
  await expect(footer).toHaveCount(0);
  // What somebody has changed is never lost, and is told apart from the example.
  await bench.openExample('resource-allocation-4.rcp');
  await expect(bench.property('all_machines_listen')).toContainText('✓');
  await expect(page.locator('.notice')).toContainText('your version of the example');
});

test('answers survive a reload', async ({ bench, page }) => {
  await bench.open('resource-allocation.rcp');
  await bench.checkAll();
  await expect(bench.property('joint_mission')).toContainText('✓');
  await page.reload();
  await expect(bench.property('all_machines_listen')).toContainText('run of 3 steps');
});

test('a formula that is not in the text is checked, and an earlier answer is told apart', async ({ bench, page }) => {
  await bench.open('resource-allocation.rcp');
  await page.getByRole('textbox', { name: 'A formula to check' }).fill('G (manager-fast = g1)');
  await page.keyboard.press('Enter');
  await expect(bench.property('G (manager-fast = g1)')).toContainText('✓');
  await bench.property('G (manager-fast = g1)').getByRole('button').first().click();
  await page.getByText('Check with…').last().click();
  await page.getByRole('tabpanel').getByLabel('engine').selectOption('bdd');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText(/Answers side by side \(2\)/).click();
  await expect(page.getByRole('tabpanel').locator('tbody tr')).toHaveCount(2);
});
