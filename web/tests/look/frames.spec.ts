// How smooth the arena is with 50 agents: figures for people, not a test of a machine.
import { expect, test } from '../e2e/place';

test('frames while 50 agents move', async ({ bench, page }) => {
  test.skip(test.info().project.name !== 'light-1400');
  await bench.open('flock.labs');
  for (const [name, value] of [['birds', '50'], ['grid', '20'], ['delta', '4'], ['steps', '400']] as const) {
    await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByLabel(name, { exact: true }).blur();
  }
  await expect(page.locator('aside')).toContainText('(50)');
  await page.getByRole('button', { name: 'simulate', exact: true }).click();
  await bench.tab('Arena');
  await expect(page.locator('canvas')).toHaveAttribute('aria-label', /49/);
  await page.getByLabel('Speed').selectOption({ index: 2 });
  await page.getByRole('button', { name: 'Play' }).click();
  const found = await page.evaluate(() => new Promise<{ frames: number; milliseconds: number; late: number; worst: number }>((resolve) => {
    const times: number[] = [];
    const tick = (time: number) => {
      times.push(time);
      if (time - times[0]! < 4000) return requestAnimationFrame(tick);
      const gaps = times.slice(1).map((one, at) => one - times[at]!);
      resolve({ frames: gaps.length, milliseconds: times.at(-1)! - times[0]!, late: gaps.filter((gap) => gap > 20).length, worst: Math.max(...gaps) });
    };
    requestAnimationFrame(tick);
  }));
  console.log(`${(found.frames / (found.milliseconds / 1000)).toFixed(1)} frames a second, ${found.late} of ${found.frames} late, the longest ${found.worst.toFixed(0)} ms`);
  console.log(await page.locator('footer .where').innerText(), await page.getByLabel('Speed').inputValue());
  await page.screenshot({ path: new URL('../../look/21-fifty.png', import.meta.url).pathname });
});
