// What is shown of work that goes on.
import { expect, test } from 'vitest';
import type { JobProgress } from '../../src/api/types';
import { progressOf } from '../../src/panels/progress';

const point = (engine: string | null, time_seconds: number, figures: Partial<JobProgress>): JobProgress => ({
  property: 'p', states: 0, transitions: 0, depth: 0, nodes: 0, memory_bytes: 0, runs: null, most_runs: null, rate: 0, engine, time_seconds, ...figures,
});

test('engines that race have plots of their own, of what they know', () => {
  const told = [point('explicit', 1, { states: 10, rate: 10, depth: 2 }), point('bmc', 2, { depth: 7, nodes: 500 }), point('explicit', 3, { states: 30, rate: 10, depth: 4 })];
  const [explicit, bmc] = progressOf(told);
  expect(explicit).toMatchObject({ engine: 'explicit', isWorking: true });
  expect(explicit!.curves.map((one) => [one.title, one.now])).toEqual([['States', '30'], ['States a second', '10'], ['Depth', '4']]);
  expect(explicit!.curves[0]!.points).toEqual([[1, 10], [3, 30]]);
  expect(bmc).toMatchObject({ engine: 'bmc', isWorking: false });
  expect(bmc!.curves.map((one) => one.title)).toEqual(['Bound', 'Nodes']);
});

test('before an engine tells something there is nothing to plot', () => {
  expect(progressOf([])).toEqual([]);
  expect(progressOf([point(null, 1, {})])[0]!.curves).toEqual([]);
});
