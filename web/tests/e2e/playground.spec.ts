// The playground: no server, work that ends when it is stopped, and defects that end a worker only.
import { expect, test } from './place';

test('checks at once, in a worker', async ({ bench, page }) => {
  await bench.open('resource-allocation.rcp');
  await bench.checkAll();
  await expect(bench.property('joint_mission')).toContainText('✓');
  await bench.property('mission').getByRole('button').first().click();
  await expect(page.getByRole('tabpanel')).toContainText('holds');
});

test('work is stopped at once, and the page goes on', async ({ bench, page }) => {
  await bench.open('flock.labs');
  for (const [name, value] of [['birds', '5'], ['grid', '12'], ['delta', '4']] as const) {
    await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByLabel(name, { exact: true }).blur();
  }
  await expect(page.locator('aside')).toContainText('Bird 4');
  await bench.checkAll();
  await expect(bench.property('Consensus')).toContainText(/states|checking/);
  // The page answers while the worker works.
  await bench.tab('Guide');
  await expect(page.getByRole('tabpanel')).toContainText('In the browser');
  await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
  await expect(bench.property('Consensus')).toContainText('not checked');
  await bench.openExample('door.rcp');
  await bench.checkAll();
  await expect(bench.property('alone')).toContainText('✓');
});

test('a limit of memory is an answer', async ({ bench, page }) => {
  await bench.open('flock.labs');
  for (const [name, value] of [['birds', '5'], ['grid', '12'], ['delta', '4']] as const) {
    await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByLabel(name, { exact: true }).blur();
  }
  await expect(page.locator('aside')).toContainText('Bird 4');
  await page.getByRole('button', { name: /^Engine/ }).click();
  await page.getByLabel('megabytes').fill('40');
  await page.locator('dialog select').first().selectOption('explicit');
  await page.keyboard.press('Escape');
  await bench.checkAll();
  await expect(bench.property('Consensus')).toContainText('the memory limit was reached', { timeout: 60_000 });
  // What helps is told in the words of the page.
  await bench.property('Consensus').getByRole('button').first().click();
  await expect(page.getByRole('tabpanel')).toContainText('“megabytes” under “Check with…”');
  await expect(page.getByRole('tabpanel')).not.toContainText('--memory');
});

test('a page of a book has it inside, and it leaves nothing behind', async ({ bench, page, place, browser }) => {
  await bench.open('door.rcp');
  await page.getByRole('button', { name: 'Share' }).click();
  const embed = page.getByRole('textbox', { name: 'HTML to embed' });
  await expect(embed).toHaveValue(/\?embed#model=/);
  const frame = await embed.inputValue();
  // Somebody else reads the book.
  const reader = await browser.newContext();
  const book = await reader.newPage();
  await book.route('**/book.html', (route) => route.fulfill({ contentType: 'text/html', body: `<h1>A chapter</h1>${frame}` }));
  await book.goto(`${place.url}book.html`);
  const inside = book.frameLocator('iframe');
  await expect(inside.getByRole('button', { name: /^Open:/ })).toContainText('door.rcp');
  await inside.getByRole('button', { name: 'Check all' }).first().click();
  await expect(inside.locator('aside')).toContainText('✓');
  const kept = await book.frames()[1]!.evaluate(async () => [...(await indexedDB.databases()).map((one) => one.name), ...Object.keys(localStorage)]);
  expect(kept).toEqual([]);
  await reader.close();
});
