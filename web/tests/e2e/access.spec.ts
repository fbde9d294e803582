// Everybody can use it: axe-core finds nothing serious, and the keyboard is enough.
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './place';

for (const scheme of ['light', 'dark'] as const) {
  test(`axe-core finds nothing serious in ${scheme}`, async ({ bench, page }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme: scheme });
    await bench.open('resource-allocation.rcp');
    await bench.checkAll();
    await expect(bench.property('all_machines_listen')).toContainText('run of 3 steps');
    await bench.property('all_machines_listen').getByRole('button').first().click();
    await expect(page.getByText(/step 3 of 3/)).toBeVisible();
    for (const tab of ['Answer', 'Sequence', 'Changes', 'Automata', 'Arena', 'Why', 'Explore', 'Graph']) {
      await bench.tab(tab);
      // In the dark only colours are different.
      const axe = scheme === 'light' ? new AxeBuilder({ page }) : new AxeBuilder({ page }).withRules(['color-contrast']);
      const { violations } = await axe.analyze();
      const serious = violations.filter((one) => one.impact === 'serious' || one.impact === 'critical');
      expect(serious.map((one) => `${tab}: ${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 3).join('; ')}`)).toEqual([]);
    }
    for (const name of [/^Open:/, 'Share', /^Engine/]) {
      await page.getByRole('button', { name }).click();
      const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
      const serious = violations.filter((one) => one.impact === 'serious' || one.impact === 'critical');
      expect(serious.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 3).join('; ')}`)).toEqual([]);
      await page.keyboard.press('Escape');
    }
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
});

test('a phone shows one part at a time', async ({ bench, page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await bench.open();
  await bench.checkAll();
  await expect(bench.property('all_machines_listen')).toContainText('run of 3 steps');
  await bench.property('all_machines_listen').getByRole('button').first().click();
  await expect(page.locator('#seq-chart-step-3')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
