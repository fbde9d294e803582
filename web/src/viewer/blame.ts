// Which part of a formula is to blame: from the whole that is false down to the parts that make it so, each with its position.

import type { Row } from './state.svelte';

export interface Blame {
  /** The number of the row. */
  row: number;
  at: number;
  value: boolean;
}

/** So many parts are told at most. */
const MOST = 12;

/**
 * The parts, from the whole down. A part that is false where the whole is comes first; otherwise one that is false later, as under
 * `G` and `X`; otherwise one that is true, as under a negation. Every line of it is a fact of the run, whatever the operators are.
 */
export function blame(rows: Row[]): Blame[] {
  const isFormula = (row: Row | undefined) => row?.kind === 'formula';
  if (!isFormula(rows[0]) || rows[0]!.values[0] !== false) return [];
  const found: Blame[] = [{ row: 0, at: 0, value: false }];
  for (let last = found[0]!; found.length < MOST;) {
    const parts = rows.flatMap((row, number) => (isFormula(row) && row.parent === last.row ? [{ number, values: row.values }] : []));
    // What is said of the next state is false there.
    const isNext = parts.length === 1 && /^X[\s(]/.test(rows[last.row]!.text);
    const next = isNext ? { row: parts[0]!.number, at: last.at + 1, value: false } : below(parts, last.at);
    if (!next || rows[next.row]!.values[next.at] !== next.value) break;
    found.push(next);
    // What is true is the end of the reasons: it is not what was wanted, and its parts say no more.
    if (next.value) break;
    last = next;
  }
  return found;
}

function below(parts: { number: number; values: Row['values'] }[], at: number): Blame | null {
  const here = parts.find((part) => part.values[at] === false);
  if (here) return { row: here.number, at, value: false };
  const later = parts.flatMap((part) => {
    const position = part.values.findIndex((value, index) => index > at && value === false);
    return position < 0 ? [] : [{ row: part.number, at: position, value: false }];
  }).sort((a, b) => a.at - b.at)[0];
  if (later) return later;
  const true_ = parts.find((part) => part.values[at] === true);
  return true_ ? { row: true_.number, at, value: true } : null;
}
