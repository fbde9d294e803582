// Positions of runs: finite ones end, lassos go on, and the length is told in words.
import { describe, expect, test } from 'vitest';
import type { RunView, Trace } from '../../src/api/types';
import { changing, following, lengthText, Owners, sameValue, shown, stepInto } from '../../src/viewer/run';
import { upTo } from '../../src/api/names';

const step = (text: string) => ({ kind: 'stutter' as const, text });
function trace(states: Trace['states'], steps: number, loop: number | null): Trace {
  return { format: 'synod-trace', version: 1, model: 'm', states, steps: Array.from({ length: steps }, (_, at) => step(`s${at + 1}`)), loop_start: loop, companions: [], strategies: [] };
}
const finite = trace([{ x: 1 }, { x: 2 }, { x: 2 }], 2, null);
const lasso = trace([{ x: 1 }, { x: 2 }], 2, 1);

describe('positions', () => {
  test('a finite run ends at its last state', () => {
    expect([0, 1, 2].map((at) => following(finite, at))).toEqual([1, 2, null]);
  });
  test('a lasso goes back to where its loop begins', () => {
    expect([0, 1].map((at) => following(lasso, at))).toEqual([1, 1]);
  });
  test('the step into a position is the one before it', () => {
    expect(stepInto(finite, 0)).toBeNull();
    expect(stepInto(finite, 2)?.text).toBe('s2');
    expect(stepInto(lasso, 2)?.text).toBe('s2');
  });
  test('a prefix of a run has no loop and as many steps as its position says', () => {
    const prefix = upTo(lasso, 1);
    expect([prefix.states.length, prefix.steps.length, prefix.loop_start]).toEqual([2, 1, null]);
  });
});

describe('words and values', () => {
  test('lengths', () => {
    expect([lengthText(finite), lengthText(lasso), lengthText(trace([{}, {}], 1, null))]).toEqual(['2 steps', '1 step, then a loop of 1', '1 step']);
  });
  test('arrays are compared by their elements', () => {
    expect(sameValue([1, 2], [1, 2])).toBe(true);
    expect(sameValue([1, 2], [1, 3])).toBe(false);
    expect(shown([1, true])).toBe('[1, true]');
    expect(shown(undefined)).toBe('–');
  });
  test('only variables that change are listed', () => {
    expect(changing(trace([{ x: 1, y: 0 }, { x: 1, y: 2 }], 1, null))).toEqual(['y']);
  });
});

describe('owners', () => {
  const view = { numeric: [{ variable: 'x of Bird 0', agent: 'Bird 0', short: 'x', least: null, greatest: null, values: [0] }], steps: [], chart: { lifelines: [{ name: 'Bird 0', role: 'Bird', is_active: true }] } } as unknown as RunView;
  test('a run without its model tells of the variables that it knows', () => {
    const owners = new Owners(view);
    expect(owners.get('x of Bird 0')).toEqual({ agent: 'Bird 0', short: 'x', isControl: false });
    expect(owners.get('other').agent).toBeNull();
    expect(owners.agents).toEqual(['Bird 0']);
    expect(owners.find('Bird 0', 'x')).toBe('x of Bird 0');
  });
});
