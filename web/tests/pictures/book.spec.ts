// What the book shows of the workbench: one picture a test, at the size of a page.
import { expect, test } from '../e2e/place';

const FOLDER = new URL('../../../docs/src/images/workbench/', import.meta.url).pathname;
test.use({ viewport: { width: 1480, height: 820 } });

test('a counterexample', async ({ bench, page }) => {
  await bench.open('resource-allocation.rcp');
  await bench.checkAll();
  await expect(bench.property('joint_mission')).toContainText('✓');
  await bench.property('all_machines_listen').getByRole('button').first().click();
  await expect(page.locator('#seq-chart-step-3')).toBeVisible();
  await page.screenshot({ path: `${FOLDER}run.png` });
  await bench.tab('Why');
  await expect(page.getByRole('tabpanel')).toContainText('machine3');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: `${FOLDER}why.png` });
});

test('the arena', async ({ bench, page }) => {
  await bench.open('flock.labs');
  for (const [name, value] of [['birds', '4'], ['grid', '8'], ['delta', '4']] as const) {
    await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByLabel(name, { exact: true }).blur();
  }
  await expect(page.locator('aside')).toContainText('Bird 3');
  await page.getByRole('button', { name: 'simulate', exact: true }).click();
  await bench.tab('Arena');
  await expect(page.locator('canvas')).toBeVisible();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(700);
  await page.screenshot({ path: `${FOLDER}arena.png` });
});
