// Which part is to blame, from rows as the service gives them.
import { describe, expect, it } from 'vitest';
import { blame } from '../../src/viewer/blame';
import type { Row } from '../../src/viewer/state.svelte';

const row = (text: string, parent: number | null, values: (boolean | null)[]): Row => ({ kind: 'formula', text, depth: 0, parent, values, notes: new Map(), problem: null });
const told = (rows: Row[]) => blame(rows).map(({ row, at, value }) => `${rows[row]!.text} ${value} ${at}`);

describe('blame', () => {
  it('goes to where a part of G is false, through the part that is', () => {
    const rows = [row('G (a -> b)', null, [false, false, null]), row('a -> b', 0, [true, false, true]), row('a', 1, [false, true, false]), row('b', 1, [false, false, true])];
    expect(told(rows)).toEqual(['G (a -> b) false 0', 'a -> b false 1', 'b false 1']);
  });

  it('looks at the next state for X, also where the part is false here', () => {
    const rows = [row('X p', null, [false, null]), row('p', 0, [false, false])];
    expect(told(rows)).toEqual(['X p false 0', 'p false 1']);
  });

  it('ends at what is true under a negation', () => {
    const rows = [row('!p', null, [false]), row('p', 0, [true]), row('q', 1, [true])];
    expect(told(rows)).toEqual(['!p false 0', 'p true 0']);
  });

  it('says nothing of a formula that is not false at the start', () => {
    expect(told([row('p', null, [true, false])])).toEqual([]);
    expect(told([])).toEqual([]);
  });
});
