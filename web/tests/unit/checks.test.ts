// Questions and answers: which answer belongs to which text, what is kept, what a stop does.
import { beforeEach, expect, test, vi } from 'vitest';
import type { CheckReport, CheckRequest, JobEvent, PropertyReport, TextAnalysis } from '../../src/api/types';
import { ServiceError, type Service } from '../../src/api/service';
import { Checks } from '../../src/app/checks.svelte';
import type { Workspace } from '../../src/app/workspace.svelte';
import { USUAL } from '../../src/app/settings.svelte';
import { MemoryStore } from '../../src/lib/storage';

const answer = (name: string, verdict: PropertyReport['verdict'] = 'holds') =>
  ({ name, text: name, place: null, origin: 'model', verdict, reason: '', advice: null, remarks: [], passes: [], engine: 'explicit', program: null, others: [], states: 1, transitions: 1, depth: 1, time_seconds: 0, memory_bytes: 0, trace: null, witness: null }) satisfies PropertyReport;

let started: { request: CheckRequest; listen: (event: JobEvent) => void; resolve: (report: CheckReport) => void; reject: (error: unknown) => void; stop: ReturnType<typeof vi.fn> }[] = [];
const service = {
  start: (_method: string, request: CheckRequest, listen: (event: JobEvent) => void) => {
    const stop = vi.fn();
    const promise = new Promise<CheckReport>((resolve, reject) => started.push({ request, listen, resolve, reject, stop }));
    return { id: Promise.resolve('job'), answer: promise, stop };
  },
  resume: () => null,
} as unknown as Service;
const range = { file: 'a.rcp', from: 0, to: 1, line: 1 };
const analysis = { kind: 'system', properties: [{ name: 'p', text: 'p', range }, { name: 'q', text: 'q', range }] } as unknown as TextAnalysis;
const workspace = { analysis, version: 'v1', model: () => ({ path: 'a.rcp', text: '' }) } as unknown as Workspace;

let store: MemoryStore;
let checks: Checks;
beforeEach(async () => {
  started = [];
  store = new MemoryStore();
  (workspace as { version: string }).version = 'v1';
  checks = new Checks(service, workspace, store, ['deadlock']);
  await checks.open('a.rcp');
});

test('all properties of the model are asked at once, built-in ones are not', () => {
  expect(checks.entries.map((entry) => entry.name)).toEqual(['p', 'q', 'deadlock']);
  checks.checkAll();
  expect(started.map((one) => one.request.properties)).toEqual([['p', 'q']]);
  expect(checks.isBusy).toBe(true);
  checks.checkAll();
  expect(started).toHaveLength(1);
});

test('answers come one by one and are kept with the text that they are of', async () => {
  checks.checkAll();
  started[0]!.listen({ kind: 'begins', property: 'p' });
  expect(checks.task('p')?.isRunning).toBe(true);
  started[0]!.listen({ kind: 'answer', property: answer('p', 'violated') });
  expect(checks.task('p')).toBeUndefined();
  expect(checks.latest('p')?.report.verdict).toBe('violated');
  expect(checks.isFresh(checks.latest('p')!)).toBe(true);
  (workspace as { version: string }).version = 'v2';
  expect(checks.isFresh(checks.latest('p')!)).toBe(false);
  started[0]!.resolve({ properties: [answer('p', 'violated'), answer('q')] } as unknown as CheckReport);
  await vi.waitFor(() => expect(checks.isBusy).toBe(false));
  expect(checks.of('p')).toHaveLength(1);
  expect(checks.latest('q')?.version).toBe('v1');
  const again = new Checks(service, workspace, store, []);
  await again.open('a.rcp');
  expect(again.latest('p')?.report.verdict).toBe('violated');
});

test('a formula is asked by its text, and its answer finds it', async () => {
  await checks.ask('G x');
  expect(started[0]!.request).toMatchObject({ properties: [], formulas: ['G x'] });
  started[0]!.listen({ kind: 'answer', property: answer('asked-1') });
  expect(checks.latest('G x')?.formula).toBe('G x');
  await checks.forget('G x');
  expect(checks.entries.map((entry) => entry.name)).not.toContain('G x');
  expect(checks.latest('G x')).toBeUndefined();
});

test('answers of other engines stay beside each other', () => {
  for (const engine of ['explicit', 'bdd', 'bdd']) {
    checks.check(['p'], { ...USUAL, engine });
    started.at(-1)!.listen({ kind: 'answer', property: answer('p') });
  }
  expect(checks.of('p').map((one) => one.limits.engine)).toEqual(['bdd', 'explicit']);
  expect(started[1]!.request.engine).toBe('bdd');
});

test('to stop one property lets those go on that were asked with it, and leaves earlier answers', async () => {
  checks.check(['p']);
  started[0]!.listen({ kind: 'answer', property: answer('p') });
  started[0]!.resolve({ properties: [] } as unknown as CheckReport);
  await vi.waitFor(() => expect(checks.isBusy).toBe(false));
  checks.checkAll();
  checks.stop('p');
  started[1]!.resolve({ properties: [answer('p', 'unknown'), answer('q', 'unknown')] } as unknown as CheckReport);
  await vi.waitFor(() => expect(started).toHaveLength(3));
  expect(started[2]!.request.properties).toEqual(['q']);
  expect(checks.latest('p')?.report.verdict).toBe('holds');
  expect(checks.latest('q')).toBeUndefined();
});

test('what fails says why; what is stopped says nothing', async () => {
  checks.check(['p']);
  started[0]!.reject(new ServiceError({ kind: 'rejected', message: 'no such engine' }));
  await vi.waitFor(() => expect(checks.problems['p']).toBe('no such engine'));
  checks.check(['q']);
  checks.stop();
  expect(started[1]!.stop).toHaveBeenCalled();
  started[1]!.reject(new ServiceError({ kind: 'interrupted', message: 'stopped' }));
  await vi.waitFor(() => expect(checks.isBusy).toBe(false));
  expect(checks.problems['q']).toBeUndefined();
});

test('a name stands once in the list, and the property of the model is the one that counts', async () => {
  const twice = { ...workspace, analysis: { ...analysis, properties: ['p', 'p', 'deadlock'].map((name) => ({ name, text: name, range })) } } as unknown as Workspace;
  const own = new Checks(service, twice, store, ['deadlock', 'fault']);
  await own.open('a.rcp');
  expect(own.entries.map(({ name, isBuiltIn }) => [name, isBuiltIn])).toEqual([['p', false], ['deadlock', false], ['fault', true]]);
});
