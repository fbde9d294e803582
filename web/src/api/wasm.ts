// The service in the browser: workers with the WebAssembly module. One answers at once, others are started for jobs, and
// stopping a job ends its worker. The page never waits, and nothing that goes wrong in a worker outlives it.

import type { JobEvent } from './types';
import { ServiceError, type Answer, type Files, type Job, type MethodName, type Request, type Service } from './service';
import type { FromWorker, ToWorker } from './worker';

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
  listen(event: JobEvent): void;
}

const failed = (kind: 'crashed' | 'interrupted', message: string) => new ServiceError({ kind, message });

/** What a worker is given: the script of the module, and the module, which is compiled once. */
export interface Program {
  script: string;
  module: Promise<WebAssembly.Module>;
}

/** Loads the module that lies beside the page. */
export function program(): Program {
  const base = new URL(import.meta.env.BASE_URL, document.baseURI);
  const binary = new URL('wasm/synod_wasm_bg.wasm', base).href;
  const response = fetch(binary).then((found) => { if (found.ok) return found; throw new Error(`${binary}: ${found.status}`); });
  // A web server that does not know the type of the file makes it compile later, but not fail.
  const module = response.then((found) => ((found.headers.get('Content-Type') ?? '').startsWith('application/wasm')
    ? WebAssembly.compileStreaming(found) : found.arrayBuffer().then((bytes) => WebAssembly.compile(bytes))));
  return { script: new URL('wasm/synod_wasm.js', base).href, module };
}

/** What starts a worker; tests have another. */
export type Starter = () => Worker;
const startWorker: Starter = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

/** A worker that has taken so many bytes is not used again: a module gives no memory back. */
const MOST_BYTES = 400e6;

/** A worker with the module, ready for questions. */
class Thread {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private readonly ready: Promise<void>;
  private next = 1;
  hasEnded = false;

  constructor(program: Program, start: Starter) {
    this.worker = start();
    const cannot = (message: string) => failed('crashed', `Synod cannot be loaded in this browser: ${message}`);
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if ('ready' in data) resolve();
        else if ('broken' in data) { reject(cannot(data.broken)); this.end(failed('crashed', data.broken)); }
        else this.hear(data);
      };
      this.worker.onerror = (event) => { reject(cannot(event.message || 'its worker did not start')); this.end(failed('crashed', 'the work ended unexpectedly')); };
      program.module.then((module) => this.send({ script: program.script, module }), (error: unknown) => reject(cannot(error instanceof Error ? error.message : String(error))));
    });
    // Whoever asks is told.
    this.ready.catch(() => undefined);
  }

  private send(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private hear(data: Extract<FromWorker, { id: number }>): void {
    const asked = this.waiting.get(data.id);
    if (!asked) return;
    if ('event' in data) return asked.listen(data.event);
    this.waiting.delete(data.id);
    if ('crash' in data) {
      asked.reject(failed('crashed', data.crash));
      return this.end(failed('crashed', 'the work before it ended unexpectedly; ask again'));
    }
    const result = JSON.parse(data.answer) as { answer?: unknown; failure?: ServiceError['failure'] };
    if (result.failure) asked.reject(new ServiceError(result.failure));
    else asked.resolve(result.answer);
    if (data.bytes > MOST_BYTES && this.waiting.size === 0) this.end(failed('crashed', 'the worker has ended'));
  }

  async call(method: string, request: unknown, listen: (event: JobEvent) => void): Promise<unknown> {
    await this.ready;
    if (this.hasEnded) throw failed('interrupted', 'stopped');
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, listen });
      this.send({ id, method, request: JSON.stringify(request) });
    });
  }

  /** Ends the worker, whatever it does; those who wait for it are told why. */
  end(reason: ServiceError): void {
    this.hasEnded = true;
    this.worker.terminate();
    for (const asked of this.waiting.values()) asked.reject(reason);
    this.waiting.clear();
  }
}

/** So many jobs run at once; others wait. */
const MOST_JOBS = 2;
/** A quick question that takes longer than this is given up, in milliseconds. */
const PATIENCE = 20_000;

export class WasmService implements Service {
  readonly kind = 'browser';
  private quick: Thread;
  private spare: Thread | null = null;
  private running = 0;
  private queue: (() => void)[] = [];

  constructor(readonly files: Files, private readonly program: Program, private readonly starter: Starter = startWorker) {
    this.quick = this.thread();
  }

  private thread(): Thread {
    return new Thread(this.program, this.starter);
  }

  async ask<M extends MethodName>(method: M, request: Request<M>): Promise<Answer<M>> {
    if (this.quick.hasEnded) this.quick = this.thread();
    const thread = this.quick;
    const timer = setTimeout(() => thread.end(failed('interrupted', 'this takes too long in the browser')), PATIENCE);
    try {
      return (await thread.call(method, request, () => undefined)) as Answer<M>;
    } finally {
      clearTimeout(timer);
    }
  }

  start<M extends MethodName>(method: M, request: Request<M>, listen: (event: JobEvent) => void): Job<M> {
    const stopped = failed('interrupted', 'stopped');
    let stop = () => undefined as void;
    const answer = new Promise<Answer<M>>((resolve, reject) => {
      const run = () => {
        this.running += 1;
        const thread = this.spare && !this.spare.hasEnded ? this.spare : this.thread();
        this.spare = null;
        stop = () => { thread.end(stopped); reject(stopped); };
        const ended = () => {
          this.running -= 1;
          if (!thread.hasEnded) this.spare ??= thread;
          this.queue.shift()?.();
        };
        thread.call(method, request, listen).then((found) => resolve(found as Answer<M>), reject).finally(ended);
      };
      if (this.running < MOST_JOBS) return run();
      this.queue.push(run);
      stop = () => { this.queue = this.queue.filter((one) => one !== run); reject(stopped); };
    });
    return { id: Promise.resolve(null), answer, stop: () => stop() };
  }

  resume(): null {
    return null;
  }
}
