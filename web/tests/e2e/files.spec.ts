// A folder on a server: a tree of files, models that include others, names that change in all of them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './place';

const DOOR = readFileSync(new URL('../../../examples/rcheck/door.rcp', import.meta.url), 'utf8');

test('what is included is opened, and renamed too', async ({ bench, page, place }) => {
  test.skip(place.folder === null, 'the server is not ours');
  const kinds = 'enum kinds {ask, free, welcome}\n';
  mkdirSync(join(place.folder!, 'house'));
  writeFileSync(join(place.folder!, 'house/kinds.rcp'), kinds);
  writeFileSync(join(place.folder!, 'house/main.rcp'), DOOR.replace(kinds, 'include "kinds.rcp"\n'));
  await bench.open();
  await page.getByRole('button', { name: /^Open:/ }).click();
  const main = page.locator('dialog').getByRole('button', { name: 'main.rcp', exact: true });
  if (!(await main.isVisible())) await page.locator('dialog').getByText('house/', { exact: true }).click();
  await main.click();
  await expect(bench.property('alone')).toBeVisible();

  // What the pointer rests on is told.
  const ask = await wordIn(page, 'MSG := ask', 'ask');
  await page.mouse.move(ask.x, ask.y);
  await expect(page.locator('main .cm-hover')).toBeVisible();
  await page.mouse.click(ask.x, ask.y);
  await page.keyboard.press('F2');
  await expect(page.getByLabel('New name')).toHaveValue('ask');
  await page.getByLabel('New name').fill('knock');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(bench.text).toContainText('MSG := knock');
  await expect(bench.text).toContainText('MSG = knock');
  await expect(bench.property('alone')).toBeVisible();
  await expect(page.locator('.cm-finding')).toHaveCount(0);

  // A link holds what is included, too.
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(/#model=/);
  const { hash } = new URL(await page.getByRole('textbox', { name: 'Link' }).inputValue());
  await page.keyboard.press('Escape');
  const other = await page.context().newPage();
  await other.goto(place.url.replace(/#.*/, '') + hash);
  await expect(other.getByRole('button', { name: /^Open:/ })).toHaveText(/^main\.rcp/);
  await expect(other.locator('aside')).toContainText('alone');
  await other.close();

  const knock = await wordIn(page, 'MSG := knock', 'knock');
  await page.mouse.click(knock.x, knock.y);
  await page.keyboard.press('F12');
  await expect(page.getByRole('button', { name: /^Open:/ })).toContainText('kinds.rcp');
  await expect(bench.text).toContainText('enum kinds {knock, free, welcome}');
});

/** The middle of a word in the first line of the text that has something in it. */
function wordIn(page: Page, line: string, word: string): Promise<{ x: number; y: number }> {
  return page.locator('main .cm-line', { hasText: line }).first().evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = new RegExp(`\\b${wanted}\\b`).exec(node.textContent!)?.index;
      if (at === undefined) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const box = range.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }
    throw new Error(`there is no ${wanted}`);
  }, word);
}
