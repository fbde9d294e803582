// The tree of a walk: paths that were taken stay, and the same path is not there twice.
import { expect, test } from 'vitest';
import type { Trace } from '../../src/api/types';
import { choicesTo, emptyTree, grown, pathTo, rows } from '../../src/app/walk.svelte';

const trace = (...texts: string[]) => ({ steps: texts.map((text) => ({ kind: 'stutter', text })) }) as unknown as Trace;

test('a walk grows along its choices and keeps its branches', () => {
  let tree = grown(emptyTree(), [2, 1], trace('a', 'b'));
  expect(choicesTo(tree, tree.current)).toEqual([2, 1]);
  tree = grown(tree, [2, 3], trace('a', 'c'));
  expect(tree.nodes.map((node) => node.text)).toEqual(['start', 'a', 'b', 'c']);
  expect(choicesTo(tree, tree.current)).toEqual([2, 3]);
  tree = grown(tree, [2, 1], trace('a', 'b'));
  expect(tree.nodes).toHaveLength(4);
  expect(tree.nodes[tree.current]?.text).toBe('b');
});

test('the rows of a tree are indented where it branches, and say what is on the way', () => {
  const tree = grown(grown(emptyTree(), [1, 1], trace('a', 'b')), [1, 2], trace('a', 'c'));
  expect(rows(tree).map(({ node, indent, isOnPath }) => [node.text, indent, isOnPath])).toEqual([['start', 0, true], ['a', 0, true], ['b', 1, false], ['c', 1, true]]);
});

test('the constraint and the start belong to the path', () => {
  expect(pathTo(emptyTree('x = 1', 3), 0)).toEqual({ constraint: 'x = 1', start: 3, choices: [] });
});
