// Agents on a plane: two numeric variables of each agent are its coordinates.

import type { LinkRow, NumericRow, RunView } from '../api/types';
import { bare } from './run';

export interface Axis {
  /** The name without the owner's. */
  name: string;
  low: number;
  high: number;
}

export interface Dot {
  agent: string;
  x: number;
  y: number;
}

/** The axis on which every agent has a line of its own, for those that have one coordinate only. */
export const LINES = 'a line for each agent';

/** Types with no more values are shown as a whole, also where a run does not go. */
const MOST_VALUES = 64;

/** The names, without owners, of numeric variables of agents: `x` and `y` first, then those that move. */
export function axes(rows: NumericRow[]): Axis[] {
  const found = new Map<string, { low: number; high: number; moves: boolean }>();
  for (const row of rows) {
    if (row.agent === null) continue;
    const name = bare(row.short, row.agent);
    const axis = found.get(name);
    const whole = row.least !== null && row.greatest !== null && row.greatest - row.least < MOST_VALUES ? [row.least, row.greatest] : [];
    const low = Math.min(axis?.low ?? Infinity, ...row.values, ...whole);
    const high = Math.max(axis?.high ?? -Infinity, ...row.values, ...whole);
    found.set(name, { low, high, moves: (axis?.moves ?? false) || row.values.some((value) => value !== row.values[0]) });
  }
  const rank = (name: string, moves: boolean) => (isAcross(name) ? 0 : isUp(name) ? 1 : moves ? 2 : 3);
  return [...found]
    .sort(([a, one], [b, two]) => rank(a, one.moves) - rank(b, two.moves) || a.localeCompare(b))
    .map(([name, { low, high }]) => ({ name, low, high }));
}

const isAcross = (name: string) => /^((pos_?)?x|pos|position)$/i.test(name);
const isUp = (name: string) => /^(pos_?)?y$/i.test(name);

/** What stands upwards where nobody has chosen: where agents have one coordinate only, other numbers are none. */
export function upFor(x: Axis | undefined, others: Axis[]): string {
  const [first] = others;
  return first && (isUp(first.name) || !(x && isAcross(x.name))) ? first.name : LINES;
}

/** Where each agent is at a position that has both coordinates. */
export function dots(view: RunView, position: number, x: string, y: string): Dot[] {
  const at = (short: string) => new Map(view.numeric.filter((row) => row.agent !== null && bare(row.short, row.agent) === short).map((row) => [row.agent!, row.values[position]]));
  const across = at(x);
  const up = y === LINES ? new Map([...across.keys()].map((agent, line) => [agent, line])) : at(y);
  return [...across].flatMap(([agent, value]) => {
    const height = up.get(agent);
    return value !== undefined && height !== undefined ? [{ agent, x: value, y: height }] : [];
  });
}

/** A pair of agents of which one hears the other, or each the other. */
export interface Link {
  from: string;
  to: string;
  isMutual: boolean;
}

/** Who hears whom at a position, by what links them. */
export function linksAt(rows: LinkRow[], position: number, wanted: string[]): Link[] {
  return rows.filter((row) => wanted.includes(row.name)).flatMap((row) => {
    const pairs = row.pairs[position] ?? [];
    const known = new Set(pairs.map(([from, to]) => from * row.agents.length + to));
    return pairs.flatMap(([from, to]) => {
      const isMutual = known.has(to * row.agents.length + from);
      // One line stands for both directions.
      return isMutual && from > to ? [] : [{ from: row.agents[from]!, to: row.agents[to]!, isMutual }];
    });
  });
}

/** Agents at one place stand in a small circle around it, so that all are seen. */
export function spread(all: Dot[]): { dot: Dot; dx: number; dy: number }[] {
  const places = new Map<string, Dot[]>();
  for (const dot of all) {
    const place = `${dot.x} ${dot.y}`;
    places.set(place, [...(places.get(place) ?? []), dot]);
  }
  return all.map((dot) => {
    const here = places.get(`${dot.x} ${dot.y}`)!;
    if (here.length === 1) return { dot, dx: 0, dy: 0 };
    const angle = (2 * Math.PI * here.indexOf(dot)) / here.length;
    return { dot, dx: 0.26 * Math.cos(angle), dy: 0.26 * Math.sin(angle) };
  });
}

/** How many characters all names begin with, up to the last word that is the same. */
export function prefixLength(names: string[]): number {
  const [first = ''] = names;
  let length = first.length;
  for (const name of names) while (!name.startsWith(first.slice(0, length))) length -= 1;
  while (length > 0 && /[\w]/.test(first[length - 1]!) && /\d/.test(first[length - 1]!)) length -= 1;
  return names.length > 1 ? length : 0;
}
