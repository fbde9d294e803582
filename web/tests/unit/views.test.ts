// What the views compute: axes and dots of the arena, layers and ways of the state graph, trees of files, rows of formulas.
import { describe, expect, test } from 'vitest';
import type { RunView, StateGraph } from '../../src/api/types';
import { axes, dots, LINES, linksAt, prefixLength, spread, upFor } from '../../src/viewer/arena';
import { rowsOf } from '../../src/viewer/state.svelte';
import { find, layout, wayTo } from '../../src/panels/graph';
import { treeOf } from '../../src/panels/tree';
import { thin } from '../../src/app/checks.svelte';
import { digest, figure, offsetOf, seconds } from '../../src/lib/text';

const row = (agent: string | null, short: string, values: number[]) => ({ variable: `${short} of ${agent}`, agent, short, least: null, greatest: null, values });

describe('arena', () => {
  const numeric = [row('A', 'speed', [1, 1]), row('A', 'y', [0, 2]), row('A', 'x', [3, 4]), row('B', 'x', [9, 9]), row(null, 'turn', [0, 1])];
  test('x and y come first, what nobody owns is no axis', () => {
    expect(axes(numeric)).toEqual([{ name: 'x', low: 3, high: 9 }, { name: 'y', low: 0, high: 2 }, { name: 'speed', low: 1, high: 1 }]);
  });
  test('agents with both coordinates are dots', () => {
    expect(dots({ numeric } as unknown as RunView, 1, 'x', 'y')).toEqual([{ agent: 'A', x: 4, y: 2 }]);
  });
  test('small types are shown as a whole', () => {
    expect(axes([{ ...row('A', 'x', [3, 4]), least: 0, greatest: 9 }, { ...row('A', 'y', [3, 4]), least: 0, greatest: 2 ** 31 }])).toEqual([{ name: 'x', low: 0, high: 9 }, { name: 'y', low: 3, high: 4 }]);
  });
  test('agents with one coordinate have a line each', () => {
    expect(dots({ numeric } as unknown as RunView, 0, 'x', LINES)).toEqual([{ agent: 'A', x: 3, y: 0 }, { agent: 'B', x: 9, y: 1 }]);
  });
  test('what is no coordinate does not stand upwards by itself', () => {
    const axis = (name: string) => ({ name, low: 0, high: 1 });
    expect(upFor(axis('x'), [axis('y'), axis('speed')])).toBe('y');
    expect(upFor(axis('pos'), [axis('near'), axis('far')])).toBe(LINES);
    expect(upFor(axis('row'), [axis('column')])).toBe('column');
    expect(upFor(axis('row'), [])).toBe(LINES);
  });
  test('links of both directions are one line', () => {
    const rows = [{ name: 'S', agents: ['A', 'B', 'C'], pairs: [[], [[0, 1], [1, 0], [2, 0]] as [number, number][]] }];
    expect(linksAt(rows, 0, ['S'])).toEqual([]);
    expect(linksAt(rows, 1, ['S'])).toEqual([{ from: 'A', to: 'B', isMutual: true }, { from: 'C', to: 'A', isMutual: false }]);
    expect(linksAt(rows, 1, [])).toEqual([]);
  });
  test('what all names begin with can be left out, but not digits of their numbers', () => {
    expect(prefixLength(['Bird 0', 'Bird 12', 'Bird 1'])).toBe(5);
    expect(prefixLength(['a1', 'a12'])).toBe(1);
    expect(prefixLength(['red', 'blue'])).toBe(0);
  });
  test('agents at one place are drawn apart', () => {
    const placed = spread([{ agent: 'A', x: 1, y: 1 }, { agent: 'B', x: 1, y: 1 }, { agent: 'C', x: 2, y: 1 }]);
    expect(placed[2]).toMatchObject({ dx: 0, dy: 0 });
    expect(placed[0]!.dx).not.toBeCloseTo(placed[1]!.dx);
  });
});

describe('state graph', () => {
  const node = (x: number, depth: number, cluster: number | null = null) => ({ state: { x }, depth, is_initial: depth === 0, is_dead_end: false, is_explored: true, cluster });
  const edge = (from: number, to: number) => ({ from, to, text: `${from}-${to}`, agent: null });
  const graph: StateGraph = { nodes: [node(0, 0), node(1, 1), node(2, 1), node(3, 2)], edges: [edge(0, 1), edge(0, 2), edge(2, 3), edge(3, 0)], is_complete: true, varying: ['x'] };
  test('layers lie by distance', () => {
    const { vertices } = layout(graph);
    expect(vertices[0]!.y).toBeLessThan(vertices[1]!.y);
    expect(vertices[1]!.y).toBe(vertices[2]!.y);
    expect(vertices[1]!.x).not.toBe(vertices[2]!.x);
  });
  test('clusters are one vertex, and steps within them loops', () => {
    const clustered = { ...graph, nodes: graph.nodes.map((one, at) => ({ ...one, cluster: at < 2 ? 0 : 1 })) };
    const { vertices, lines } = layout(clustered);
    expect(vertices.map((vertex) => vertex.members)).toEqual([[0, 1], [2, 3]]);
    expect(lines.find((line) => line.from === 0 && line.to === 0)?.count).toBe(1);
  });
  test('a state is found by its values, and a shortest way leads to it', () => {
    expect(find(graph, { x: 3, other: 1 })).toBe(3);
    expect(wayTo(graph, 3)).toEqual([1, 2]);
    expect(wayTo(graph, 0)).toEqual([]);
  });
});

test('rows of formulas and watches', () => {
  const view = {
    formula: [{ text: 'G p', depth: 0, parent: null, truth: ['false', 'unknown'], look_alikes: [{ at: 1, agents: ['A'], text: 'looks the same', differences: {}, companion: null }] }],
    watches: [{ text: 'x', problem: null, values: [1, null] }],
  } as unknown as RunView;
  expect(rowsOf(view)).toEqual([
    { kind: 'formula', text: 'G p', depth: 0, parent: null, values: [false, null], notes: new Map([[1, 'looks the same']]), problem: null },
    { kind: 'watch', text: 'x', depth: 0, parent: null, values: ['1', null], notes: new Map(), problem: null },
  ]);
});

test('paths become a tree, folders before files', () => {
  const tree = treeOf(['b.rcp', 'a/d/x.rcp', 'a/c.rcp']);
  expect(tree.files.map((file) => file.path)).toEqual(['b.rcp']);
  expect(tree.folders[0]).toMatchObject({ name: 'a', path: 'a/', files: [{ name: 'c.rcp' }], folders: [{ path: 'a/d/' }] });
});

test('a plot stays small and keeps its last point', () => {
  let points: number[] = [];
  for (let at = 0; at < 2000; at += 1) points = thin([...points, at]);
  expect(points.length).toBeLessThanOrEqual(241);
  expect(points.at(-1)).toBe(1999);
});

test('texts and figures', () => {
  expect(figure(1234567)).toBe('1\u202f234\u202f567');
  expect([seconds(0.0001), seconds(0.25), seconds(3.14), seconds(75)]).toEqual(['< 1 ms', '250 ms', '3.1 s', '1 min 15 s']);
  expect(offsetOf('a𝄞b\nçd', 1, 3)).toBe(3);
  expect(offsetOf('a𝄞b\nçd', 2, 2)).toBe(6);
  expect(digest('a')).not.toBe(digest('b'));
});
