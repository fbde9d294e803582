// Workers in the browser: jobs wait for each other, are stopped at once, and what breaks a worker does not break the next.
import { expect, test } from 'vitest';
import { WasmService } from '../../src/api/wasm';
import type { FromWorker, ToWorker } from '../../src/api/worker';
import type { Files } from '../../src/api/service';

/** A worker that answers as it is told to. */
class Fake {
  static all: Fake[] = [];
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  asked: { id: number; method: string }[] = [];
  isOver = false;
  constructor() { Fake.all.push(this); }
  postMessage(message: ToWorker) {
    if ('script' in message) this.tell({ ready: true });
    else this.asked.push(message);
  }
  tell(data: FromWorker) { if (!this.isOver) this.onmessage?.({ data }); }
  answer(answer: unknown, bytes = 1e6) { this.tell({ id: this.asked.shift()!.id, answer: JSON.stringify({ answer }), bytes }); }
  terminate() { this.isOver = true; }
}

function service(): WasmService {
  Fake.all = [];
  const program = { script: '', module: Promise.resolve({} as WebAssembly.Module) };
  return new WasmService({} as Files, program, () => new Fake() as unknown as Worker);
}
const settle = () => new Promise((done) => setTimeout(done, 0));
const simulate = (of: WasmService) => of.start('simulate', {} as never, () => undefined);

test('a crash is told, and the next question has a fresh worker', async () => {
  const wasm = service();
  const first = wasm.ask('catalogue', {});
  await settle();
  Fake.all[0]!.tell({ id: 1, crash: 'no more memory' });
  await expect(first).rejects.toThrow('no more memory');
  expect(Fake.all[0]!.isOver).toBe(true);
  const second = wasm.ask('catalogue', {});
  await settle();
  Fake.all[1]!.answer('here');
  await expect(second).resolves.toBe('here');
});

test('two jobs run, a third waits; stopping ends a worker or leaves the queue, at once', async () => {
  const wasm = service();
  const [one, two, three, four] = [simulate(wasm), simulate(wasm), simulate(wasm), simulate(wasm)];
  await settle();
  expect(Fake.all.map((fake) => fake.asked.length)).toEqual([0, 1, 1]);
  four.stop();
  await expect(four.answer).rejects.toThrow('stopped');
  one.stop();
  await expect(one.answer).rejects.toThrow('stopped');
  expect(Fake.all[1]!.isOver).toBe(true);
  await settle();
  Fake.all[3]!.answer(3);
  await expect(three.answer).resolves.toBe(3);
  Fake.all[2]!.answer(2);
  await expect(two.answer).resolves.toBe(2);
});

test('a worker is used again, unless it has taken much memory', async () => {
  const wasm = service();
  for (const [bytes, workers] of [[1e6, 2], [900e6, 2], [1e6, 3]] as const) {
    const job = simulate(wasm);
    await settle();
    expect(Fake.all.length).toBe(workers);
    Fake.all.at(-1)!.answer('done', bytes);
    await expect(job.answer).resolves.toBe('done');
    await settle();
  }
});
