// The workbench: one text, its properties, its runs, and what is shown of them.

import { tick } from 'svelte';
import type { Catalogue, CutoffProperty, EstimatedProperty, Place, Probability, RunCounts, TextRange } from '../api/types';
import type { Service } from '../api/service';
import type { Shared } from '../lib/share';
import type { Store } from '../lib/storage';
import { offsetOf } from '../lib/text';
import { upTo } from '../api/names';
import type { Editor } from '../editor/setup';
import { Asked } from './asked.svelte';
import { Checks } from './checks.svelte';
import { Runs } from './runs.svelte';
import { Walk } from './walk.svelte';
import { Workspace } from './workspace.svelte';

export type Panel = 'answer' | 'sequence' | 'changes' | 'automata' | 'arena' | 'why' | 'explore' | 'graph' | 'guide';
/** What is known of a probability after so many runs. */
export interface Interval {
  probability: Probability;
  runs: RunCounts;
}

/** On a narrow screen one part is seen at a time. */
export type Part = 'list' | 'text' | 'run';

export class Workbench {
  panel = $state<Panel>('answer');
  part = $state<Part>('list');
  /** The property that is looked at. */
  property = $state<string | null>(null);
  dialog = $state<'open' | 'share' | 'limits' | 'keys' | 'new' | null>(null);
  notice = $state('');
  /** While another text is on its way. */
  isOpening = $state(false);
  cursor = $state(0);
  editor: Editor | null = null;
  readonly workspace: Workspace;
  readonly checks: Checks;
  readonly runs: Runs;
  readonly walk: Walk;
  readonly cutoffs: Asked<'cutoff', CutoffProperty, null>;
  readonly estimates: Asked<'estimate', EstimatedProperty, Interval>;
  readonly isEmbedded: boolean;

  constructor(readonly service: Service, readonly catalogue: Catalogue, readonly store: Store, isEmbedded: boolean) {
    this.isEmbedded = isEmbedded;
    this.workspace = new Workspace(service, catalogue, store);
    this.checks = new Checks(service, this.workspace, store, catalogue.built_in.map((one) => one.name));
    this.cutoffs = new Asked(service, store, 'cutoff', (answer) => answer.properties[0] ?? null, () => null);
    this.estimates = new Asked(service, store, 'estimate', (answer) => answer.properties[0] ?? null, (event) => (event.kind === 'interval' ? { probability: event.probability, runs: event.runs } : null));
    this.workspace.opens = (path) => {
      for (const one of [this.checks, this.cutoffs, this.estimates]) void this.guard(() => one.open(path));
    };
    this.runs = new Runs(service, this.workspace, this.checks, {
      showRange: (range) => this.showRange(range),
      showPlace: (place) => this.showPlace(place),
      explore: (position) => void this.exploreFrom(position),
    });
    this.walk = new Walk(service, this.workspace, this.runs);
  }

  /** Opens another text; what is shown of the one before goes first, so that nothing is taken away that somebody opens meanwhile. */
  private async become(opening: () => Promise<void>): Promise<void> {
    this.isOpening = true;
    await this.guard(async () => {
      this.runs.clear();
      this.walk.reset();
      this.property = null;
      this.panel = 'answer';
      await opening();
    });
    this.isOpening = false;
  }

  open(path: string): Promise<void> {
    return this.become(() => this.workspace.open(path));
  }

  openExample(path: string): Promise<void> {
    return this.become(async () => {
      const isAsItWas = await this.workspace.openExample(path);
      if (!isAsItWas) this.tell('This is your version of the example. If you remove it from the list of files, the example can be opened as it was.');
    });
  }

  openShared(shared: Shared): Promise<void> {
    return this.become(() => this.workspace.openShared(shared));
  }

  create(path: string, text: string): Promise<void> {
    return this.become(() => this.workspace.create(path, text));
  }

  /** Does something; what goes wrong is told. */
  async guard(what: () => Promise<void>): Promise<void> {
    try {
      await what();
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error));
    }
  }

  tell(text: string): void {
    this.notice = text;
    setTimeout(() => { if (this.notice === text) this.notice = ''; }, 8000);
  }

  /** Looks at a property: its answer, and its run if it has one. */
  async select(name: string): Promise<void> {
    this.property = name;
    const written = this.workspace.analysis?.properties.find((one) => one.name === name);
    if (written && written.range.file === this.workspace.path) this.editor?.show(written.range.from, written.range.to, false);
    const outcome = this.checks.latest(name);
    if (outcome && (outcome.report.trace || outcome.report.witness)) {
      if (this.panel === 'answer' || this.panel === 'explore' || this.panel === 'graph') this.panel = outcome.report.trace ? 'sequence' : 'answer';
      await this.runs.openOutcome(outcome);
    } else this.panel = 'answer';
    if (this.part === 'list') this.part = 'run';
  }

  showRange(range: TextRange): void {
    if (range.file !== this.workspace.path) return void this.showElsewhere(range);
    this.part = 'text';
    this.editor?.show(range.from, range.to);
  }

  /** Opens the file in which something stands, such as one that the text includes. */
  private async showElsewhere(range: TextRange): Promise<void> {
    const path = this.workspace.pathOf(range.file);
    if (path === null) return this.tell(`this stands in ${range.file}`);
    await this.open(path);
    await tick();
    this.part = 'text';
    this.editor?.show(range.from, range.to);
  }

  showPlace(place: Place): void {
    const { text } = this.workspace;
    this.showRange({ file: place.file, line: place.line, from: offsetOf(text, place.line, place.column), to: offsetOf(text, place.end_line, place.end_column) });
  }

  showProperty(name: string): void {
    const property = this.workspace.analysis?.properties.find((one) => one.name === name);
    if (property) this.showRange(property.range);
  }

  async explore(): Promise<void> {
    this.panel = 'explore';
    this.part = 'run';
    if (!this.walk.view) await this.walk.begin();
  }

  private async exploreFrom(position: number): Promise<void> {
    const trace = this.runs.viewer.trace;
    if (!trace) return;
    this.panel = 'explore';
    await this.walk.follow(upTo(trace, position));
  }

  async simulate(steps: number): Promise<void> {
    await this.guard(async () => {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const report = await this.service.start('simulate', { model: this.workspace.model(), seed, runs: 1, steps }, () => undefined).answer;
      const [run] = report.runs;
      if (!run) throw new Error('there is no run');
      const item = this.runs.add('simulation', 'simulation', { trace: run.trace }, `seed ${seed}, ${run.trace.steps.length} steps`);
      if (!['sequence', 'changes', 'automata', 'arena'].includes(this.panel)) this.panel = 'sequence';
      this.part = 'run';
      await this.runs.open(item, 0);
    });
  }
}
