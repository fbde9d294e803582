// Writing: messages with fixes, completion, definition, rename, format; texts are kept.
import { expect, test } from './place';

test('a mistake is told where it is, and mended by a click', async ({ bench, page }) => {
  await bench.open('misspelt.rcp');
  const finding = page.locator('.cm-finding', { hasText: 'siad' });
  await expect(finding).toBeVisible();
  await finding.getByRole('button').first().click();
  await expect(bench.text).toContainText('init: !said');
  await expect(finding).toHaveCount(0);
});

test('completion, rename and format', async ({ bench, page }) => {
  await bench.open('first-steps.rcp');
  const { text } = bench;
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nage');
  await page.keyboard.press('Control+Space');
  await expect(page.locator('.cm-tooltip-autocomplete')).toContainText('agent');
  await page.keyboard.press('Escape');
  for (let count = 0; count < 4; count += 1) await page.keyboard.press('Backspace');

  // The first name that is declared gets another.
  const agent = /agent\s+(\w+)/.exec(await text.innerText())![1]!;
  await text.getByText(`agent ${agent}`).first().click();
  await page.keyboard.press('End');
  await page.keyboard.press('F2');
  await page.getByLabel('New name').fill('Fresh');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(text).toContainText('agent Fresh');
  await expect(text).not.toContainText(new RegExp(`\\b${agent}\\b\\(`));
  await page.keyboard.press('Shift+Alt+f');
  await expect(page.locator('.cm-finding.error')).toHaveCount(0);
});

test('what is written is there after a reload', async ({ bench, page }) => {
  await bench.open('door.rcp');
  await bench.text.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('// kept\n');
  // At once: what is on no way yet is not lost either.
  await page.reload();
  await expect(bench.text).toContainText('// kept');
});

test('parameters are fields, and a model that needs them says so', async ({ bench, page }) => {
  await bench.open('flock.labs');
  for (const [name, value] of [['birds', '3'], ['grid', '5'], ['delta', '3']] as const) {
    await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByLabel(name, { exact: true }).blur();
  }
  await expect(page.locator('aside')).toContainText('Bird 0, Bird 1, Bird 2');
  await page.getByRole('button', { name: 'simulate', exact: true }).click();
  await bench.tab('Arena');
  await expect(page.locator('canvas')).toHaveAttribute('aria-label', /Bird 2 .*at \d+, \d+/);
});

test('a model of one’s own is written over the template, and no file over another', async ({ bench, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await bench.open();
  const begin = async (name: string) => {
    page.once('dialog', (dialog) => void dialog.accept(name));
    await page.getByRole('button', { name: /^Open:/ }).click();
    await page.locator('dialog').getByRole('button', { name: 'R-CHECK', exact: true }).click();
  };
  await begin('own.rcp');
  await expect(page.getByRole('button', { name: /^Open:/ })).toContainText('own.rcp');
  // The template has a parameter, and this text has none.
  await expect(page.locator('header .parameters')).toContainText('most');
  await page.evaluate((text) => navigator.clipboard.writeText(text), 'enum channel {c}\nmessage-structure: A : bool\nagent P\n    local: done : bool\n    init: !done\n    receive-guard: true\n    repeat: say: {!done} *! true (A := true)[done := true]\nsystem = P(p, true)\nSPEC never: G !p-done\n');
  await bench.text.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
  await expect(bench.property('never')).toBeVisible();
  await expect(page.locator('.cm-finding')).toHaveCount(0);
  await expect(page.locator('header .parameters')).toHaveCount(0);
  await bench.checkAll();
  await expect(bench.property('never')).toContainText('run of 1 step');
  await begin('own.rcp');
  await expect(page.locator('.notice')).toContainText('there is a file `own.rcp` already');
  await bench.openExample('door.rcp');
  await page.getByRole('button', { name: /^Open:/ }).click();
  await page.locator('dialog').getByRole('button', { name: /^own\.rcp/ }).click();
  await expect(bench.text).toContainText('SPEC never');
});
