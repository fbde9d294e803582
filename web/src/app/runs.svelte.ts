// Runs that can be looked at: counterexamples, witnesses, simulations, walks and files, and the one that is open.

import type { AutomatonPicture, Companion, Model, PlayView, RunSource, RunView, Trace } from '../api/types';
import { goingOn, upTo } from '../api/names';
import type { Service } from '../api/service';
import { freshId } from '../lib/text';
import { lengthText } from '../viewer/run';
import { RunState, type RunHost, type RunInput } from '../viewer/state.svelte';
import type { Checks, Outcome } from './checks.svelte';
import type { Workspace } from './workspace.svelte';

export type RunKind = 'counterexample' | 'witness' | 'simulation' | 'walk' | 'file';

export interface RunItem {
  id: string;
  kind: RunKind;
  title: string;
  detail: string;
  source: RunSource;
  property: string | null;
  formula: string | null;
  model: Model;
  watch: string[];
}

export class Runs {
  /** Runs that no answer has in it. */
  own = $state.raw<RunItem[]>([]);
  selected = $state<string | null>(null);
  problem = $state('');
  isLoading = $state(false);
  readonly viewer: RunState;
  private turn = 0;
  private watched: Record<string, string[]> = {};
  private current = $state.raw<RunItem | null>(null);
  private readonly pictures = new Map<string, AutomatonPicture[]>();

  constructor(private readonly service: Service, private readonly workspace: Workspace, private readonly checks: Checks, host: RunHost) {
    this.viewer = new RunState({
      ...host,
      watch: (expressions) => void this.watch(expressions),
      blocked: (position) => this.blocked(position),
      play: (strategy, choices) => this.play(strategy, choices),
      goOn: (companion) => void this.goOn(companion),
    });
  }

  /** The runs of the present answers, then others. */
  items = $derived.by<RunItem[]>(() => {
    const answers = this.checks.entries.flatMap((entry) => {
      const outcome = this.checks.latest(entry.name);
      return outcome ? runsOf(outcome) : [];
    });
    return [...answers, ...this.own];
  });

  item = $derived.by<RunItem | undefined>(() => this.items.find((one) => one.id === this.selected));

  /** Whether the run that is shown is one of another text than the present one. */
  isOld = $derived.by(() => this.current !== null && this.viewer.trace !== null && this.current.model.text !== this.workspace.text);

  add(kind: RunKind, title: string, source: RunSource, detail = ''): RunItem {
    const item: RunItem = { id: freshId(), kind, title, detail, source, property: null, formula: null, model: this.workspace.model(), watch: [] };
    this.own = [...this.own, item];
    return item;
  }

  /** A walk that went on: its run is another now. */
  replace(id: string, changes: Partial<RunItem>): void {
    this.own = this.own.map((one) => (one.id === id ? { ...one, ...changes } : one));
  }

  remove(id: string): void {
    this.own = this.own.filter((one) => one.id !== id);
    if (this.selected === id) this.close();
  }

  close(): void {
    this.turn += 1;
    this.selected = null;
    this.current = null;
    this.viewer.open(null);
  }

  clear(): void {
    this.own = [];
    this.close();
  }

  /** The run of an answer, if it has one. */
  async openOutcome(outcome: Outcome): Promise<void> {
    const [item] = runsOf(outcome);
    if (item) await this.open(item, lastOf(item));
  }

  async open(item: RunItem, position?: number): Promise<void> {
    const turn = ++this.turn;
    const isSame = this.current?.id === item.id;
    this.selected = item.id;
    this.current = item;
    this.problem = '';
    this.isLoading = true;
    // Pictures may take longer than the run: it is shown without them until they come.
    const pictures = this.automata(item.model).catch((): AutomatonPicture[] => []);
    try {
      const input = this.input(item, await this.view(item));
      if (turn === this.turn) this.viewer.open(input, position ?? (isSame ? undefined : 0));
      void pictures.then((automata) => { if (turn === this.turn) this.viewer.open({ ...input, automata }); });
    } catch (error) {
      if (turn === this.turn) this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      if (turn === this.turn) this.isLoading = false;
    }
  }

  /** All that a viewer shows of a run but pictures; those of the same model that are known already stay. */
  private input(item: RunItem, view: RunView): RunInput {
    const { analysis, path } = this.workspace;
    const known = analysis && item.model.path === path ? { agents: analysis.agents, variables: analysis.variables } : {};
    const automata = this.pictures.get(keyOf(item.model)) ?? [];
    return { title: item.property === null ? item.title : `${item.property}: ${item.title}`, view, automata, ending: endingOf(item, view), ...known };
  }

  private view(item: RunItem): Promise<RunView> {
    const watch = this.watched[item.id] ?? [];
    return this.service.ask('run', {
      model: item.model, run: item.source, title: item.title, watch,
      ...(item.formula !== null ? { formula: item.formula } : item.property !== null ? { property: item.property } : {}),
    });
  }

  private async watch(expressions: string[]): Promise<void> {
    if (!this.current) return;
    this.watched[this.current.id] = expressions;
    await this.open(this.current);
  }

  /** The pictures of the automata of a model; they are asked for once. */
  async automata(model: Model): Promise<AutomatonPicture[]> {
    const key = keyOf(model);
    const known = this.pictures.get(key);
    if (known) return known;
    const { automata } = await this.service.ask('automata', { model });
    if (this.pictures.size > 20) this.pictures.clear();
    this.pictures.set(key, automata);
    return automata;
  }

  private async blocked(position: number) {
    if (!this.current || !this.viewer.trace) return [];
    const view = await this.service.ask('walk', { model: this.current.model, path: {}, go: { follow: upTo(this.viewer.trace, position) } });
    return view.position.blocked;
  }

  /** The run that is open, going on as one that explains it, beside the others. */
  private async goOn(companion: Companion): Promise<void> {
    const { current, viewer } = this;
    if (!current || !viewer.trace) return;
    const trace = goingOn(viewer.trace, companion);
    const detail = `${current.property ?? current.title}, ${lengthText(trace)}`;
    const item: RunItem = { ...current, id: freshId(), title: `${current.kind}, going on`, detail, source: { trace } };
    this.own = [...this.own, item];
    await this.open(item, companion.at);
  }

  private play(strategy: number, choices: number[]): Promise<PlayView> {
    if (!this.current || !this.viewer.trace) return Promise.reject(new Error('no run is open'));
    return this.service.ask('play', { model: this.current.model, trace: this.viewer.trace, strategy, choices });
  }
}

/** Models with the same pictures. */
function keyOf(model: Model): string {
  return JSON.stringify([model.path, model.text, model.parameters]);
}

export function runsOf(outcome: Outcome): RunItem[] {
  const { report } = outcome;
  // A violation of a family is a run of one of its instances.
  const sizes = report.any_number?.violated_at;
  const model = sizes ? { ...outcome.model, parameters: sizes } : outcome.model;
  const item = (kind: RunKind, trace: Trace): RunItem => ({
    id: `${outcome.id}-${kind}`, kind, title: kind, detail: `${outcome.property}, ${lengthText(trace)}`, source: { trace },
    property: outcome.property, formula: outcome.formula, model, watch: [],
  });
  return [...(report.trace ? [item('counterexample', report.trace)] : []), ...(report.witness ? [item('witness', report.witness)] : [])];
}

/** What the end of a finite run shows. */
function endingOf(item: RunItem, view: RunView): string | undefined {
  if (item.kind === 'walk') return view.trace.dead_end ? undefined : 'the walk has come this far';
  const isFinite = 'trace' in item.source && item.source.trace.loop_start === null;
  return item.kind === 'counterexample' && isFinite ? `the run ends here: ${item.property} is violated` : undefined;
}

/** Counterexamples are opened at their end, where the property is violated. */
function lastOf(item: RunItem): number {
  return 'trace' in item.source && item.source.trace.loop_start === null ? item.source.trace.states.length - 1 : 0;
}
