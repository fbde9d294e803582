// A run as the viewer walks it: positions, what changes on the way into each, and who owns what.

import type { State } from '../api/names';
import type { AgentInfo, RunChange, RunView, Step, Trace, Value, VariableInfo } from '../api/types';

/** The last position of a run: the number of its states less one. */
export function lastPosition(trace: Trace): number {
  return trace.states.length - 1;
}

/** The position after this one; a lasso goes back to where its loop begins. Null at the end of a finite run. */
export function following(trace: Trace, position: number): number | null {
  if (position < lastPosition(trace)) return position + 1;
  return trace.loop_start;
}

/** The step into a position, null at the start. At the start of a loop, that is the step from before the loop. */
export function stepInto(trace: Trace, position: number): Step | null {
  return position > 0 ? (trace.steps[position - 1] ?? null) : null;
}

export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => one === b[at]);
  return a === b;
}

export function shown(value: Value | undefined | null): string {
  if (value === undefined || value === null) return '–';
  return Array.isArray(value) ? `[${value.join(', ')}]` : String(value);
}

/** What is known of a variable: whose it is, and its name without its owner's. */
export interface Owned {
  agent: string | null;
  short: string;
  isControl: boolean;
}

/** The name of a variable without that of its owner, also where it stands behind it, as in `x of Bird 0`. */
export function bare(short: string, agent: string | null): string {
  return agent !== null && short.endsWith(` of ${agent}`) ? short.slice(0, -` of ${agent}`.length) : short;
}

/** Who owns each variable. Where the model is not at hand, the run itself tells of those that change. */
export class Owners {
  private readonly of = new Map<string, Owned>();
  readonly agents: string[];

  constructor(view: RunView | null, agents: AgentInfo[] = [], variables: VariableInfo[] = []) {
    for (const row of view?.numeric ?? []) this.of.set(row.variable, { agent: row.agent, short: bare(row.short, row.agent), isControl: false });
    for (const change of (view?.steps ?? []).flatMap((step) => step.changes)) this.learn(change);
    for (const variable of variables) this.of.set(variable.name, { agent: variable.agent, short: bare(variable.short, variable.agent), isControl: variable.is_control });
    const named = agents.map((agent) => agent.name);
    const lifelines = (view?.chart.lifelines ?? []).filter((line) => line.role !== null).map((line) => line.name);
    this.agents = named.length > 0 ? named : lifelines;
  }

  private learn(change: RunChange): void {
    this.of.set(change.variable, { agent: change.agent, short: bare(change.short, change.agent), isControl: change.is_control });
  }

  get(variable: string): Owned {
    return this.of.get(variable) ?? { agent: null, short: variable, isControl: false };
  }

  /** The variable of an agent that is called so. */
  find(agent: string, short: string): string | undefined {
    for (const [name, owned] of this.of) if (owned.agent === agent && owned.short === short) return name;
    return undefined;
  }

  /** The names, without owners, of the variables of agents. */
  shortNames(): string[] {
    return [...new Set([...this.of.values()].filter((owned) => owned.agent !== null && !owned.isControl).map((owned) => owned.short))];
  }
}

/** The variables that have different values somewhere in a run. */
export function changing(trace: Trace): string[] {
  const first: State = trace.states[0] ?? {};
  return Object.keys(first).filter((variable) => trace.states.some((state) => !sameValue(state[variable], first[variable])));
}

/** The length of a run in words: `3 steps`, or `2 steps, then a loop of 1`. */
export function lengthText(trace: Trace): string {
  const count = (n: number) => (n === 1 ? '1 step' : `${n} steps`);
  if (trace.loop_start === null) return count(trace.steps.length);
  return `${count(trace.loop_start)}, then a loop of ${trace.steps.length - trace.loop_start}`;
}
