// Links hold models; what strangers put into them is not trusted.
import { expect, test } from 'vitest';
import { fromFragment, toFragment } from '../../src/lib/share';

test('a model comes out of a link as it went in', async () => {
  const shared = { path: 'a.rcp', text: 'agent Ä 𝄞\n'.repeat(200), parameters: { n: 3 }, files: { 'b.rcp': 'x' }, property: 'p' };
  const fragment = await toFragment(shared);
  expect(fragment.length).toBeLessThan(400);
  expect(await fromFragment(`#${fragment}`)).toEqual(shared);
});

test('what is no model is refused', async () => {
  expect(await fromFragment('')).toBeNull();
  expect(await fromFragment('#model=%%%')).toBeNull();
  expect(await fromFragment('#model=AAAA')).toBeNull();
  expect(await fromFragment(`#${(await toFragment({ text: 1 } as never))}`)).toBeNull();
});

test('names lead out of no folder, and odd values are left out', async () => {
  const fragment = await toFragment({ path: '../../etc/x.rcp', text: '', parameters: { n: 1.5, m: 2 }, files: { a: 3, '../../b/../.c': 'x' } } as never);
  expect(await fromFragment(fragment)).toEqual({ path: 'etc-x.rcp', text: '', parameters: { m: 2 }, files: { 'shared/shared/b/shared/c': 'x' } });
});

test('a link that unfolds to too much is refused', async () => {
  const fragment = await toFragment({ path: 'a.rcp', text: 'x'.repeat(5_000_000) });
  expect(await fromFragment(fragment)).toBeNull();
});
