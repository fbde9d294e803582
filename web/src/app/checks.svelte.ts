// Questions and answers: what is being checked, what came of it, and what was answered before.

import type { CheckReport, JobEvent, JobProgress, Model, PropertyReport } from '../api/types';
import { ServiceError, type Job, type Service } from '../api/service';
import type { Store } from '../lib/storage';
import { freshId } from '../lib/text';
import { settings, type Limits } from './settings.svelte';
import type { Workspace } from './workspace.svelte';

/** An answer that is kept. */
export interface Outcome {
  id: string;
  path: string;
  property: string;
  /** The formula, if it is not in the text. */
  formula: string | null;
  report: PropertyReport;
  limits: Limits;
  model: Model;
  version: string;
  when: number;
}

/** A property that is being checked, or waits for it. */
export interface Task {
  property: string;
  formula: string | null;
  isRunning: boolean;
  progress: JobProgress[];
  job: Job<'check'>;
  pending: Pending;
}

/** A property as the list shows it. */
export interface Entry {
  name: string;
  text: string;
  formula: string | null;
  isBuiltIn: boolean;
  line: number | null;
}

/** So many answers are kept for each file. */
const MOST_KEPT = 60;
/** So many points of progress are kept for the plot. */
const MOST_POINTS = 240;

/** What was asked together. */
interface Pending {
  id: string;
  properties: string[];
  formulas: string[];
  limits: Limits;
  model: Model;
  version: string;
  isStopped?: boolean;
}

export class Checks {
  outcomes = $state.raw<Outcome[]>([]);
  tasks = $state.raw<Task[]>([]);
  /** Why a property could not be checked. */
  problems = $state.raw<Record<string, string>>({});
  formulas = $state<string[]>([]);
  overrides = $state<Record<string, Limits>>({});
  /** The last check of all properties, for reports. */
  document = $state.raw<{ report: CheckReport; model: Model } | null>(null);
  private path = $state('');
  /** Answers that came while their file was not open, or not yet. */
  private readonly elsewhere = new Map<string, Outcome[]>();

  constructor(private readonly service: Service, private readonly workspace: Workspace, private readonly store: Store, private readonly builtIn: string[]) {}

  entries = $derived.by<Entry[]>(() => {
    const own = (this.workspace.analysis?.properties ?? []).map((one): Entry => ({ name: one.name, text: one.text, formula: null, isBuiltIn: false, line: one.range.line }));
    const asked = this.formulas.map((formula): Entry => ({ name: formula, text: formula, formula, isBuiltIn: false, line: null }));
    const rest = this.workspace.analysis?.kind === 'system' ? this.builtIn.map((name): Entry => ({ name, text: '', formula: null, isBuiltIn: true, line: null })) : [];
    // Choreographies come with a property that is called like a built-in one, and a name may stand twice while somebody types.
    return [...own, ...asked, ...rest].filter((one, at, all) => all.findIndex((other) => other.name === one.name) === at);
  });

  /** The work on the present file; that on others goes on meanwhile. */
  private present = $derived.by(() => this.tasks.filter((task) => task.pending.model.path === this.path));
  isBusy = $derived.by(() => this.present.length > 0);

  task(name: string): Task | undefined {
    return this.present.find((task) => task.property === name);
  }

  /** The newest answer to a property; one of the present text first. */
  latest(name: string): Outcome | undefined {
    const all = this.outcomes.filter((one) => one.property === name);
    return all.find((one) => this.isFresh(one)) ?? all[0];
  }

  isFresh(outcome: Outcome): boolean {
    return outcome.version === this.workspace.version;
  }

  of(name: string): Outcome[] {
    return this.outcomes.filter((one) => one.property === name);
  }

  /** Takes up what is known about a file, and work on it that still goes on. */
  async open(path: string): Promise<void> {
    this.path = path;
    this.problems = {};
    this.document = null;
    // Somebody may be quicker than the store: what was answered meanwhile stays.
    this.outcomes = this.elsewhere.get(path) ?? [];
    this.elsewhere.delete(path);
    this.formulas = [];
    const document = (await this.store.get<{ report: CheckReport; model: Model }>(`document:${path}`)) ?? null;
    const known = (await this.store.get<Outcome[]>(`answers:${path}`)) ?? [];
    if (this.path !== path) return;
    this.document ??= document;
    const fresh = this.outcomes;
    this.outcomes = [...fresh, ...known.filter((one) => !fresh.some((other) => isSame(one, other)))].slice(0, MOST_KEPT);
    if (fresh.length > 0) void this.keep();
    const asked = (await this.store.get<string[]>(`formulas:${path}`)) ?? [];
    if (this.path !== path) return;
    this.formulas = [...asked, ...this.formulas.filter((one) => !asked.includes(one))];
    const pending = await this.store.get<Pending>(`job:${path}`);
    if (pending && !this.isBusy) {
      const job = this.service.resume('check', pending.id, (event) => this.hear(event, pending));
      if (job) this.follow(job, pending);
      else await this.store.remove(`job:${path}`);
    }
  }

  private async keep(): Promise<void> {
    await this.store.set(`answers:${this.path}`, this.outcomes);
  }

  async ask(formula: string): Promise<void> {
    if (!this.formulas.includes(formula)) {
      this.formulas = [...this.formulas, formula];
      await this.store.set(`formulas:${this.path}`, [...this.formulas]);
    }
    this.check([formula]);
  }

  async forget(formula: string): Promise<void> {
    this.formulas = this.formulas.filter((one) => one !== formula);
    this.outcomes = this.outcomes.filter((one) => one.property !== formula);
    await this.store.set(`formulas:${this.path}`, [...this.formulas]);
    await this.keep();
  }

  async drop(id: string): Promise<void> {
    this.outcomes = this.outcomes.filter((one) => one.id !== id);
    await this.keep();
  }

  checkAll(): void {
    this.check(this.entries.filter((one) => !one.isBuiltIn).map((one) => one.name));
  }

  /** Checks properties; those with limits of their own apart from the others. */
  check(names: string[], limits?: Limits): void {
    const free = names.filter((name) => !this.task(name));
    const apart = limits ? [] : free.filter((name) => this.overrides[name]);
    const together = free.filter((name) => !apart.includes(name));
    if (together.length > 0) this.start(together, limits ?? { ...settings.limits });
    for (const name of apart) this.start([name], { ...this.overrides[name]! });
  }

  private start(names: string[], limits: Limits): void {
    const formulas = names.filter((name) => this.formulas.includes(name));
    const properties = names.filter((name) => !formulas.includes(name));
    const model = this.workspace.model();
    const pending: Pending = { id: '', properties, formulas, limits, model, version: this.workspace.version };
    const { [names[0]!]: _, ...problems } = this.problems;
    this.problems = Object.fromEntries(Object.entries(problems).filter(([name]) => !names.includes(name)));
    const request = {
      model, properties, formulas, witnesses: limits.witnesses, minimise: limits.minimise,
      ...(limits.engine === 'auto' ? {} : { engine: limits.engine }),
      limits: { seconds: limits.seconds, memory_bytes: limits.megabytes * 1e6, ...(limits.depth === null ? {} : { depth: limits.depth }) },
    };
    const job = this.service.start('check', request, (event) => this.hear(event, pending));
    this.follow(job, pending);
  }

  private follow(job: Job<'check'>, pending: Pending): void {
    const path = this.path;
    const names = [...pending.properties, ...pending.formulas];
    const isAll = pending.formulas.length === 0 && pending.properties.length === (this.workspace.analysis?.properties.length ?? -1);
    this.tasks = [...this.tasks, ...names.map((property): Task => ({ property, formula: pending.formulas.includes(property) ? property : null, isRunning: false, progress: [], job, pending }))];
    job.id.then((id) => { if (id !== null) return this.store.set(`job:${path}`, { ...pending, id }); }).catch(() => undefined);
    job.answer.then(
      (report) => {
        for (const one of report.properties) if (this.tasks.some((task) => task.job === job && task.property === this.nameOf(one.name, pending))) this.answered(one, pending);
        if (!isAll || pending.isStopped) return;
        const document = { report, model: pending.model };
        if (path === this.path) this.document = document;
        void this.store.set(`document:${path}`, document);
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        const isStopped = error instanceof ServiceError && error.failure.kind === 'interrupted';
        const left = this.tasks.filter((task) => task.job === job).map((task) => task.property);
        if (!isStopped) this.problems = { ...this.problems, ...Object.fromEntries(left.map((name) => [name, message])) };
      },
    ).finally(() => {
      this.tasks = this.tasks.filter((task) => task.job !== job);
      void this.store.remove(`job:${path}`);
    });
  }

  /** The name of a property in the list: formulas that were asked have names such as `asked-1` in documents. */
  private nameOf(name: string, pending: Pending): string {
    const asked = /^asked-(\d+)$/.exec(name);
    return (asked && pending.formulas[Number(asked[1]) - 1]) ?? name;
  }

  private hear(event: JobEvent, pending: Pending): void {
    if (event.kind === 'begins') this.change(this.nameOf(event.property, pending), pending, (task) => ({ ...task, isRunning: true }));
    else if (event.kind === 'progress') {
      this.change(this.nameOf(event.property, pending), pending, (task) => ({ ...task, isRunning: true, progress: thin([...task.progress, event]) }));
    } else if (event.kind === 'answer') this.answered(event.property, pending);
  }

  private change(name: string, pending: Pending, how: (task: Task) => Task): void {
    this.tasks = this.tasks.map((task) => (task.pending === pending && task.property === name ? how(task) : task));
  }

  private answered(report: PropertyReport, pending: Pending): void {
    const property = this.nameOf(report.name, pending);
    // What is not known because somebody stopped the work is no answer.
    if (pending.isStopped && report.verdict === 'unknown') {
      this.tasks = this.tasks.filter((task) => task.pending !== pending || task.property !== property);
      return;
    }
    const { path } = pending.model;
    const outcome: Outcome = {
      id: freshId(), path, property, formula: pending.formulas.includes(property) ? property : null,
      report, limits: pending.limits, model: pending.model, version: pending.version, when: Date.now(),
    };
    const added = (to: Outcome[]) => [outcome, ...to.filter((one) => !isSame(one, outcome))].slice(0, MOST_KEPT);
    this.tasks = this.tasks.filter((task) => task.pending !== pending || task.property !== property);
    if (path === this.path) {
      this.outcomes = added(this.outcomes);
      void this.keep();
      return;
    }
    this.elsewhere.set(path, added(this.elsewhere.get(path) ?? []));
    void this.store.get<Outcome[]>(`answers:${path}`).then((known) => this.store.set(`answers:${path}`, added(known ?? [])));
  }

  /** Stops all work, or that on one property: those that were asked together with it go on. */
  stop(name?: string): void {
    const chosen = this.present.filter((task) => name === undefined || task.property === name);
    const rest = name === undefined ? [] : this.present.filter((task) => task.property !== name && chosen.some((one) => one.job === task.job)).map((task) => task.property);
    for (const { job, pending } of chosen) {
      pending.isStopped = true;
      job.stop();
    }
    const [first] = chosen;
    if (!first || rest.length === 0) return;
    const again = () => this.check(rest.filter((one) => { const known = this.latest(one); return !known || !this.isFresh(known) || known.when < begun; }), first.pending.limits);
    const begun = Date.now();
    first.job.answer.catch(() => undefined).then(() => setTimeout(again), () => undefined);
  }
}

/** Whether two answers are to the same question: the later one counts. */
function isSame(one: Outcome, other: Outcome): boolean {
  return one.property === other.property && one.version === other.version && one.limits.engine === other.limits.engine;
}

/** Keeps a plot small: of many points every second one goes. */
export function thin<T>(points: T[]): T[] {
  return points.length <= MOST_POINTS ? points : points.filter((_, at) => at % 2 === 0 || at === points.length - 1);
}
