// The layout of a state graph: layers by distance from the start, ordered so that few edges cross; clusters are drawn as one.

import type { State } from '../api/names';
import type { StateGraph } from '../api/types';
import { sameValue, shown } from '../viewer/run';

export interface Vertex {
  /** The numbers of the states that it stands for. */
  members: number[];
  label: string;
  layer: number;
  x: number;
  y: number;
  isInitial: boolean;
  isDeadEnd: boolean;
  isExplored: boolean;
}

export interface Line {
  from: number;
  to: number;
  count: number;
}

export interface Layout {
  vertices: Vertex[];
  lines: Line[];
  width: number;
  height: number;
}

export function layout(graph: StateGraph): Layout {
  const isClustered = graph.nodes.some((node) => node.cluster !== null);
  const vertices: Vertex[] = [];
  const of = new Map<number, number>();
  const byKey = new Map<string, number>();
  graph.nodes.forEach((node, number) => {
    const key = isClustered ? shown(node.cluster) : String(number);
    let at = byKey.get(key);
    if (at === undefined) {
      at = vertices.length;
      byKey.set(key, at);
      vertices.push({ members: [], label: isClustered ? key : String(number), layer: node.depth, x: 0, y: 0, isInitial: false, isDeadEnd: false, isExplored: true });
    }
    const vertex = vertices[at]!;
    vertex.members.push(number);
    vertex.layer = Math.min(vertex.layer, node.depth);
    vertex.isInitial ||= node.is_initial;
    vertex.isDeadEnd ||= node.is_dead_end;
    vertex.isExplored &&= node.is_explored;
    of.set(number, at);
  });
  const lines = new Map<string, Line>();
  for (const edge of graph.edges) {
    const [from, to] = [of.get(edge.from)!, of.get(edge.to)!];
    const known = lines.get(`${from} ${to}`);
    if (known) known.count += 1;
    else lines.set(`${from} ${to}`, { from, to, count: 1 });
  }
  return place(vertices, [...lines.values()]);
}

function place(vertices: Vertex[], lines: Line[]): Layout {
  const layers = new Map<number, number[]>();
  vertices.forEach((vertex, at) => layers.set(vertex.layer, [...(layers.get(vertex.layer) ?? []), at]));
  const order = [...layers].sort(([a], [b]) => a - b).map(([, members]) => members);
  const neighbours: number[][] = vertices.map(() => []);
  for (const { from, to } of lines) if (from !== to) { neighbours[from]!.push(to); neighbours[to]!.push(from); }
  const spot = new Map<number, number>();
  const spread = () => order.forEach((members) => members.forEach((at, index) => spot.set(at, (index + 0.5) / members.length)));
  spread();
  for (let round = 0; round < 8; round += 1) {
    for (const members of round % 2 === 0 ? order : [...order].reverse()) {
      const mean = new Map(members.map((at) => [at, average(neighbours[at]!.map((one) => spot.get(one)!), spot.get(at)!)]));
      members.sort((a, b) => mean.get(a)! - mean.get(b)!);
      members.forEach((at, index) => spot.set(at, (index + 0.5) / members.length));
    }
  }
  const widest = Math.max(1, ...order.map((members) => members.length));
  const [stepX, stepY] = [vertices.length > 400 ? 18 : 42, vertices.length > 400 ? 34 : 62];
  const width = Math.max(320, widest * stepX + 60);
  order.forEach((members, layer) => members.forEach((at, index) => {
    const vertex = vertices[at]!;
    vertex.x = width / 2 + (index - (members.length - 1) / 2) * Math.max(stepX, Math.min(90, (width - 60) / members.length));
    vertex.y = 36 + layer * stepY;
  }));
  return { vertices, lines, width, height: 72 + (order.length - 1) * stepY };
}

function average(values: number[], otherwise: number): number {
  return values.length === 0 ? otherwise : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The number of the state of a graph that is this one; -1 if there is none. */
export function find(graph: StateGraph, state: State): number {
  return graph.nodes.findIndex((node) => Object.keys(node.state).every((name) => sameValue(node.state[name], state[name])));
}

/** The numbers of edges of a shortest way from an initial state to a state. */
export function wayTo(graph: StateGraph, target: number): number[] {
  const into = new Map<number, number>();
  const seen = new Set(graph.nodes.flatMap((node, at) => (node.is_initial ? [at] : [])));
  const queue = [...seen];
  const out = new Map<number, number[]>();
  graph.edges.forEach((edge, at) => out.set(edge.from, [...(out.get(edge.from) ?? []), at]));
  for (let next = queue.shift(); next !== undefined && next !== target; next = queue.shift()) {
    for (const at of out.get(next) ?? []) {
      const { to } = graph.edges[at]!;
      if (seen.has(to)) continue;
      seen.add(to);
      into.set(to, at);
      queue.push(to);
    }
  }
  const way: number[] = [];
  for (let at = into.get(target); at !== undefined; at = into.get(graph.edges[at]!.from)) way.unshift(at);
  return way;
}
