// What moves while a property is checked, engine by engine: in a race each counts what it knows.

import type { JobProgress } from '../api/types';
import { bytes, figure } from '../lib/text';

/** One figure of an engine over time. */
export interface Curve {
  title: string;
  colour: string;
  points: [number, number][];
  /** The greatest value, as it is said. */
  most: string;
  /** The last one. */
  now: string;
}

/** What an engine has told. */
export interface EngineProgress {
  engine: string | null;
  /** Whether it is the one that told something last. */
  isWorking: boolean;
  curves: Curve[];
}

/** What the distance from the initial states is to an engine. */
const DEPTHS: Record<string, string> = { bmc: 'Bound', kind: 'k', ic3: 'Frames', bdd: 'Layers', smt: 'Bound' };

export function depthName(engine: string | null): string {
  return DEPTHS[engine ?? ''] ?? 'Depth';
}

export function progressOf(points: JobProgress[]): EngineProgress[] {
  const engines = [...new Set(points.map((one) => one.engine))];
  const last = points.at(-1)?.engine ?? null;
  return engines.map((engine): EngineProgress => {
    const own = points.filter((one) => one.engine === engine);
    const kinds = [
      ['States', '--blue', 'states', figure], ['States a second', '--green', 'rate', figure], [depthName(engine), '--amber', 'depth', figure],
      ['Nodes', '--blue', 'nodes', figure], ['Memory', '--violet', 'memory_bytes', bytes],
    ] as const;
    const curves = kinds.flatMap(([title, colour, key, say]): Curve[] => {
      const line = own.map((one): [number, number] => [one.time_seconds, one[key]]);
      const most = Math.max(...line.map(([, value]) => value), 0);
      return most > 0 ? [{ title, colour, points: line, most: say(most), now: say(line.at(-1)![1]) }] : [];
    });
    return { engine, isWorking: engine === last, curves };
  });
}
