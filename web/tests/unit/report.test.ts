// Reports: the viewer runs by its digest, and what stands in a run cannot leave its place.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { withRuns } from '../../src/lib/report';
import type { RunInput } from '../../src/viewer/state.svelte';

const page = `<!doctype html>\n<html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">\n</head>\n<body>\n<p>$& </p></body>\n</html>\n`;
const run = { title: 'p <b>', view: { evil: '</script><script>alert(1)</script>' } } as unknown as RunInput;

test('the policy names the script of the viewer and no other', async () => {
  const made = await withRuns(page, { script: 'let a = 1', style: 'b{}' }, [run]);
  const digest = createHash('sha256').update('let a = 1').digest('base64');
  expect(made).toContain(`script-src 'sha256-${digest}'`);
  expect(made.match(/Content-Security-Policy/g)).toHaveLength(1);
  expect(made).toContain('<script>let a = 1</script>');
});

test('what stands in a run stays data', async () => {
  const made = await withRuns(page, { script: '', style: '' }, [run]);
  expect(made).not.toContain('<script>alert');
  expect(made).toContain('p &lt;b>');
  const data = /application\/json">(.*?)<\/script>/.exec(made)![1]!;
  expect(JSON.parse(data)).toEqual(run);
});

test('without runs it is the report itself', async () => {
  expect(await withRuns(page, { script: '', style: '' }, [])).toBe(page);
});
