// Names for types that the generated ones write out.

import type { RunView, Trace, Value } from './types';

export type State = Record<string, Value>;
/** In which state of its automaton each agent is: by the id of the automaton, and then by the name of the agent. */
export type ControlStates = RunView['control'][number];

/** The first steps of a run, up to a position. */
export function upTo(trace: Trace, position: number): Trace {
  const { events: _events, dead_end: _end, ...rest } = trace;
  return { ...rest, states: trace.states.slice(0, position + 1), steps: trace.steps.slice(0, position), loop_start: null, companions: [], strategies: [] };
}
