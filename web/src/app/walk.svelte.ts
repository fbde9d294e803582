// A walk through the model as a tree: every branch that was ever taken stays.

import type { Trace, WalkPath, WalkStep, WalkView } from '../api/types';
import type { Service } from '../api/service';
import type { Runs } from './runs.svelte';
import type { Workspace } from './workspace.svelte';

/** A state that the walk has come to. */
export interface WalkNode {
  id: number;
  parent: number | null;
  /** The number of the step that led here. */
  choice: number;
  text: string;
  depth: number;
}

/** The tree of a walk, as plain data that can be stored. */
export interface WalkTree {
  constraint: string | null;
  start: number | null;
  nodes: WalkNode[];
  current: number;
}

export function emptyTree(constraint: string | null = null, start: number | null = null): WalkTree {
  return { constraint, start, nodes: [{ id: 0, parent: null, choice: 0, text: 'start', depth: 0 }], current: 0 };
}

/** The numbers of the steps from the start to a node. */
export function choicesTo(tree: WalkTree, id: number): number[] {
  const found: number[] = [];
  for (let node = tree.nodes[id]; node && node.parent !== null; node = tree.nodes[node.parent]) found.unshift(node.choice);
  return found;
}

export function pathTo(tree: WalkTree, id: number): WalkPath {
  return { ...(tree.constraint === null ? {} : { constraint: tree.constraint }), ...(tree.start === null ? {} : { start: tree.start }), choices: choicesTo(tree, id) };
}

/** The tree with all nodes of a path in it, those that are there already and new ones, and its last node current. */
export function grown(tree: WalkTree, choices: number[], trace: Trace): WalkTree {
  const nodes = [...tree.nodes];
  let at = 0;
  choices.forEach((choice, index) => {
    const known = nodes.find((node) => node.parent === at && node.choice === choice);
    if (known) at = known.id;
    else {
      nodes.push({ id: nodes.length, parent: at, choice, text: trace.steps[index]?.text ?? `step ${choice}`, depth: index + 1 });
      at = nodes.length - 1;
    }
  });
  return { ...tree, nodes, current: at };
}

/** The nodes in the order in which a tree is read, with how many branchings lie above each. */
export function rows(tree: WalkTree): { node: WalkNode; indent: number; isOnPath: boolean }[] {
  const children = (id: number) => tree.nodes.filter((node) => node.parent === id);
  const path = new Set<number>();
  for (let node: WalkNode | undefined = tree.nodes[tree.current]; node; node = node.parent === null ? undefined : tree.nodes[node.parent]) path.add(node.id);
  const found: { node: WalkNode; indent: number; isOnPath: boolean }[] = [];
  const stack: { node: WalkNode; indent: number }[] = [{ node: tree.nodes[0]!, indent: 0 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    found.push({ ...next, isOnPath: path.has(next.node.id) });
    const below = children(next.node.id);
    for (const node of below.reverse()) stack.push({ node, indent: next.indent + (below.length > 1 ? 1 : 0) });
  }
  return found;
}

export class Walk {
  tree = $state.raw<WalkTree>(emptyTree());
  view = $state.raw<WalkView | null>(null);
  problem = $state('');
  message = $state('');
  isBusy = $state(false);
  private item: string | null = null;
  private seed = 1;

  constructor(private readonly service: Service, private readonly workspace: Workspace, private readonly runs: Runs) {}

  branches = $derived.by(() => this.tree.nodes.filter((node) => !this.tree.nodes.some((other) => other.parent === node.id)).length);

  reset(): void {
    this.tree = emptyTree();
    this.view = null;
    this.item = null;
    this.problem = '';
    this.message = '';
  }

  begin(constraint: string | null = null, start: number | null = null): Promise<void> {
    return this.ask({ path: pathTo(emptyTree(constraint, start), 0) }, emptyTree(constraint, start));
  }

  take(number: number): Promise<void> {
    return this.ask({ path: pathTo(this.tree, this.tree.current), go: { take: number } });
  }

  random(count: number): Promise<void> {
    this.seed = Math.floor(Math.random() * 2 ** 31);
    return this.ask({ path: pathTo(this.tree, this.tree.current), go: { random: { count, seed: this.seed } } });
  }

  find(condition: string): Promise<void> {
    return this.ask({ path: pathTo(this.tree, this.tree.current), go: { find: condition } });
  }

  goTo(id: number): Promise<void> {
    return this.ask({ path: pathTo(this.tree, id) });
  }

  back(): Promise<void> {
    const parent = this.tree.nodes[this.tree.current]?.parent;
    return parent === null || parent === undefined ? Promise.resolve() : this.goTo(parent);
  }

  /** To the branch that was taken last from here. */
  forward(): Promise<void> {
    const next = this.tree.nodes.filter((node) => node.parent === this.tree.current).at(-1);
    return next ? this.goTo(next.id) : Promise.resolve();
  }

  /** Goes along a run and stays at its end. */
  follow(trace: Trace): Promise<void> {
    return this.ask({ path: {}, go: { follow: trace } }, emptyTree());
  }

  load(tree: WalkTree): Promise<void> {
    return this.ask({ path: pathTo(tree, tree.current) }, tree);
  }

  private async ask(request: { path: WalkPath; go?: WalkStep }, tree = this.tree): Promise<void> {
    this.isBusy = true;
    this.problem = '';
    try {
      const view = await this.service.ask('walk', { model: this.workspace.model(), ...request });
      const base = request.go && 'follow' in request.go ? emptyTree(view.path.constraint ?? null, view.path.start ?? null) : tree;
      this.tree = grown(base, view.path.choices ?? [], view.trace);
      this.view = view;
      this.message = view.message ?? '';
      await this.show(view);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      this.isBusy = false;
    }
  }

  /** The walk is a run like others: all views move with it. */
  private async show(view: WalkView): Promise<void> {
    const steps = view.position.depth === 1 ? '1 step' : `${view.position.depth} steps`;
    const detail = this.branches > 1 ? `${steps}, ${this.branches} branches` : steps;
    const known = this.runs.own.find((one) => one.id === this.item);
    if (known) this.runs.replace(known.id, { source: { walk: view.path }, detail, model: this.workspace.model() });
    else this.item = this.runs.add('walk', 'walk', { walk: view.path }, detail).id;
    const item = this.runs.own.find((one) => one.id === this.item);
    if (item) await this.runs.open(item, view.position.depth);
  }
}
