// Names for types that the generated ones write out.

import type { Companion, RunView, Trace, Value } from './types';

export type State = Record<string, Value>;
/** In which state of its automaton each agent is: by the id of the automaton, and then by the name of the agent. */
export type ControlStates = RunView['control'][number];

/** The first steps of a run, up to a position. */
export function upTo(trace: Trace, position: number): Trace {
  const { events: _events, dead_end: _end, ...rest } = trace;
  return { ...rest, states: trace.states.slice(0, position + 1), steps: trace.steps.slice(0, position), loop_start: null, companions: [], strategies: [] };
}

/** A run up to the position from which one that explains it goes on, and that one. */
export function goingOn(trace: Trace, { at, trace: on }: Companion): Trace {
  const later = <T extends { at: number }>(all: T[]): T[] => all.map((one) => ({ ...one, at: one.at + at }));
  return {
    ...upTo(trace, at), states: [...trace.states.slice(0, at), ...on.states], steps: [...trace.steps.slice(0, at), ...on.steps],
    loop_start: on.loop_start === null ? null : on.loop_start + at, companions: later(on.companions), strategies: later(on.strategies),
    ...(on.dead_end ? { dead_end: on.dead_end } : {}),
  };
}
