// What all views of a run share: the run, the position, whether it plays, and what is watched.

import type { State } from '../api/names';
import type { AgentInfo, AutomatonPicture, BlockedStep, Companion, Place, PlayView, RunChange, RunView, Step, TextRange, Trace, VariableInfo } from '../api/types';
import { following, lastPosition, Owners, stepInto } from './run';

/** A row under the time line: a part of the formula, or an expression that is watched, with its value at each position. */
export interface Row {
  kind: 'formula' | 'watch';
  text: string;
  depth: number;
  /** The position of the row of which it is a part. */
  parent: number | null;
  /** Null: it has no value there, or the run does not tell. */
  values: (boolean | string | null)[];
  /** What is known besides at a position, such as the state that an agent cannot tell from this one. */
  notes: Map<number, string>;
  problem: string | null;
}

/** What a viewer is given about a run. */
export interface RunInput {
  title: string;
  view: RunView;
  automata?: AutomatonPicture[];
  /** What is to be said at the end of a finite run. */
  ending?: string | null | undefined;
  agents?: AgentInfo[];
  variables?: VariableInfo[];
}

/** What the page around a viewer does for it; all of it may be missing, as in a report. */
export interface RunHost {
  watch?: (expressions: string[]) => void;
  blocked?: (position: number) => Promise<BlockedStep[]>;
  play?: (strategy: number, choices: number[]) => Promise<PlayView>;
  showRange?: (range: TextRange) => void;
  showPlace?: (place: Place) => void;
  explore?: (position: number) => void;
  /** Opens the run that goes on as one that explains it. */
  goOn?: (companion: Companion) => void;
  /** Told where in the text the commands of the step stand, whenever another one is shown. */
  moved?: (places: TextRange[]) => void;
}

export type ViewName = 'sequence' | 'changes' | 'automata' | 'arena' | 'why';

export function rowsOf(view: RunView): Row[] {
  const formula = view.formula.map((part): Row => ({
    kind: 'formula',
    text: part.text,
    depth: part.depth,
    parent: part.parent,
    values: part.truth.map((truth) => (truth === 'unknown' ? null : truth === 'true')),
    notes: new Map(part.look_alikes.map((one) => [one.at, one.text])),
    problem: null,
  }));
  const watched = view.watches.map((row): Row => ({
    kind: 'watch',
    text: row.text,
    depth: 0,
    parent: null,
    values: row.values.map((value) => (value === null || typeof value === 'boolean' ? value : Array.isArray(value) ? `[${value.join(', ')}]` : String(value))),
    notes: new Map(),
    problem: row.problem,
  }));
  return [...formula, ...watched];
}

export class RunState {
  input = $state.raw<RunInput | null>(null);
  position = $state(0);
  playing = $state(false);
  /** Steps a second. */
  speed = $state(1.5);
  /** True where the loop was closed just now, so that the step shown is the one that leads back. */
  wrapped = $state(false);
  readonly host: RunHost;

  constructor(host: RunHost = {}) {
    this.host = host;
  }

  trace = $derived.by<Trace | null>(() => this.input?.view.trace ?? null);
  owners = $derived.by(() => new Owners(this.input?.view ?? null, this.input?.agents, this.input?.variables));
  last = $derived.by(() => (this.trace ? lastPosition(this.trace) : 0));
  state = $derived.by<State>(() => this.trace?.states[this.position] ?? {});
  /** The number of the step that is shown, from 1; 0 at the start. */
  stepNumber = $derived.by(() => (this.wrapped && this.trace ? this.trace.steps.length : this.position));
  step = $derived.by<Step | null>(() => (this.trace ? stepInto(this.trace, this.stepNumber) : null));
  changes = $derived.by<RunChange[]>(() => this.input?.view.steps[this.stepNumber - 1]?.changes ?? []);
  arrows = $derived.by<string[]>(() => this.input?.view.steps[this.stepNumber - 1]?.arrows ?? []);
  control = $derived.by(() => this.input?.view.control[this.position]);
  rows = $derived.by<Row[]>(() => (this.input ? rowsOf(this.input.view) : []));

  /** Shows a run. One that is the same but for what is watched keeps its position. */
  open(input: RunInput | null, position?: number): void {
    const isSame = this.input !== null && input !== null && this.input.title === input.title && this.input.view.trace.states.length === input.view.trace.states.length;
    this.input = input;
    if (isSame && position === undefined) return;
    this.playing = false;
    this.wrapped = false;
    this.position = Math.min(position ?? 0, input ? lastPosition(input.view.trace) : 0);
  }

  go(position: number): void {
    if (!this.trace) return;
    this.wrapped = false;
    this.position = Math.max(0, Math.min(position, this.last));
  }

  /** One step on; false at the end of a finite run. */
  forward(): boolean {
    if (!this.trace) return false;
    const next = following(this.trace, this.position);
    if (next === null) return false;
    this.wrapped = this.position === this.last;
    this.position = next;
    return true;
  }

  back(): void {
    if (this.wrapped) {
      this.wrapped = false;
      this.position = this.last;
    } else this.go(this.position - 1);
  }

  play(): void {
    if (!this.playing && this.trace && following(this.trace, this.position) === null) this.go(0);
    this.playing = !this.playing;
  }

  watch(expression: string): void {
    const known = (this.input?.view.watches ?? []).map((row) => row.text);
    this.host.watch?.([...known.filter((text) => text !== expression), expression]);
  }

  unwatch(expression: string): void {
    this.host.watch?.((this.input?.view.watches ?? []).map((row) => row.text).filter((text) => text !== expression));
  }

  /** The keys of the time line; true if the key meant something. */
  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    switch (event.key) {
      case 'ArrowRight': this.playing = false; this.forward(); return true;
      case 'ArrowLeft': this.playing = false; this.back(); return true;
      case 'Home': this.go(0); return true;
      case 'End': this.go(this.last); return true;
      case ' ': this.play(); return true;
      default: return false;
    }
  }
}
