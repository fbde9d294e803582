// States of properties in a few words: what the list, the lenses and the answer say.

import type { Outcome, Task } from '../app/checks.svelte';
import type { PropertyReport } from '../api/types';
import { inPageWords } from '../lib/options';
import { figure, seconds } from '../lib/text';
import { lengthText } from '../viewer/run';
import { depthName } from './progress';

export interface Mark {
  sign: string;
  kind: 'holds' | 'violated' | 'bounded' | 'unknown' | 'running' | 'idle' | 'look' | 'problem';
}

const SIGNS = { holds: '✓', violated: '✗', bounded: '≤', unknown: '?' } as const;

/** Whether there is something to look at in spite of the verdict, such as vacuity. */
export function needsLook(report: PropertyReport): boolean {
  return report.remarks.some((remark) => remark.severity !== 'note');
}

export function mark(task: Task | undefined, outcome: Outcome | undefined, problem: string | undefined): Mark {
  if (task) return { sign: task.isRunning ? '◔' : '…', kind: 'running' };
  if (problem) return { sign: '!', kind: 'problem' };
  if (!outcome) return { sign: '·', kind: 'idle' };
  const { verdict } = outcome.report;
  if (verdict === 'holds' && needsLook(outcome.report)) return { sign: '!', kind: 'look' };
  return { sign: SIGNS[verdict], kind: verdict };
}

/** The evidence in about five words. */
export function evidence(task: Task | undefined, outcome: Outcome | undefined, problem: string | undefined): string {
  if (task) return doing(task);
  if (problem) return problem;
  if (!outcome) return 'not checked';
  const { report } = outcome;
  const warning = report.remarks.find((remark) => remark.severity !== 'note');
  if (warning && !(report.verdict === 'violated' && report.trace)) return inPageWords(warning.text);
  if (report.verdict === 'violated') {
    if (report.trace) return report.trace.loop_start === null ? `run of ${lengthText(report.trace)}` : `lasso: ${lengthText(report.trace)}`;
    return inPageWords(report.reason);
  }
  const engine = report.engine ?? '';
  if (report.verdict === 'holds' && report.states !== null && report.states !== undefined) return `${figure(report.states)} states · ${engine}`;
  return engine && report.verdict === 'holds' ? `${engine} · ${seconds(report.time_seconds)}` : inPageWords(report.reason);
}

/** What stands over a property in the text. */
export function lensText(sign: string, task: Task | undefined, outcome: Outcome | undefined, problem: string | undefined): string {
  const known = evidence(task, outcome, problem);
  if (task || problem || !outcome) return `${sign} ${known}`;
  const time = seconds(outcome.report.time_seconds);
  return [`${sign} ${outcome.report.verdict}`, known, ...(known.endsWith(time) ? [] : [time])].join(' · ');
}

function doing(task: Task): string {
  const last = task.progress.at(-1);
  if (!last) return task.isRunning ? 'checking' : 'waits';
  const parts = [last.engine, last.states > 0 ? `${figure(last.states)} states` : '', last.depth > 0 ? `${depthName(last.engine).toLowerCase()} ${figure(last.depth)}` : '', last.states === 0 && last.nodes > 0 ? `${figure(last.nodes)} nodes` : '', seconds(last.time_seconds)];
  return parts.filter(Boolean).join(' · ');
}

/** The verdict as a sentence of its own. */
export function verdictText(report: PropertyReport): string {
  const words = { holds: 'holds', violated: 'is violated', bounded: 'is not violated within the limits', unknown: 'is not decided' };
  return words[report.verdict];
}
