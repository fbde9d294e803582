// The service in the browser: workers with the WebAssembly module. One answers at once, others are started for jobs, and
// stopping a job ends its worker.

import type { JobEvent } from './types';
import { ServiceError, type Answer, type Files, type Job, type MethodName, type Request, type Service } from './service';
import type { FromWorker, ToWorker } from './worker';

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
  listen(event: JobEvent): void;
}

const crashed = (message: string) => new ServiceError({ kind: 'crashed', message });

/** A worker with the module, ready for questions. */
class Thread {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private readonly ready: Promise<void>;
  private next = 1;
  isBroken = false;

  constructor() {
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if ('ready' in data) resolve();
        else if ('broken' in data) reject(crashed(data.broken));
        else this.hear(data);
      };
      this.worker.onerror = (event) => { this.isBroken = true; reject(crashed(event.message || 'the worker did not start')); this.end('the worker ended unexpectedly'); };
    });
    const base = new URL(import.meta.env.BASE_URL, document.baseURI);
    this.send({ module: new URL('wasm/synod_wasm.js', base).href, binary: new URL('wasm/synod_wasm_bg.wasm', base).href });
  }

  private send(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private hear(data: Extract<FromWorker, { id: number }>): void {
    const asked = this.waiting.get(data.id);
    if (!asked) return;
    if ('event' in data) return asked.listen(data.event);
    this.waiting.delete(data.id);
    const result = JSON.parse(data.answer) as { answer?: unknown; failure?: ServiceError['failure'] };
    if (result.failure) {
      if (result.failure.kind === 'crashed') this.isBroken = true;
      asked.reject(new ServiceError(result.failure));
    } else asked.resolve(result.answer);
  }

  async call(method: string, request: unknown, listen: (event: JobEvent) => void): Promise<unknown> {
    await this.ready;
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, listen });
      this.send({ id, method, request: JSON.stringify(request) });
    });
  }

  end(message: string, kind: 'interrupted' | 'crashed' = 'crashed'): void {
    this.isBroken = true;
    this.worker.terminate();
    for (const asked of this.waiting.values()) asked.reject(new ServiceError({ kind, message }));
    this.waiting.clear();
  }
}

/** So many jobs run at once; others wait. */
const MOST_JOBS = 2;
/** A quick question that takes longer than this is given up, in milliseconds. */
const PATIENCE = 20_000;

export class WasmService implements Service {
  readonly kind = 'browser';
  private quick = new Thread();
  private spare: Thread | null = null;
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(readonly files: Files) {}

  async ask<M extends MethodName>(method: M, request: Request<M>): Promise<Answer<M>> {
    if (this.quick.isBroken) this.quick = new Thread();
    const thread = this.quick;
    const timer = setTimeout(() => thread.end('this takes too long here', 'interrupted'), PATIENCE);
    try {
      return (await thread.call(method, request, () => undefined)) as Answer<M>;
    } finally {
      clearTimeout(timer);
    }
  }

  start<M extends MethodName>(method: M, request: Request<M>, listen: (event: JobEvent) => void): Job<M> {
    let thread: Thread | null = null;
    let isStopped = false;
    const stopped = () => new ServiceError({ kind: 'interrupted', message: 'stopped' });
    const work = async (): Promise<Answer<M>> => {
      if (this.running >= MOST_JOBS) await new Promise<void>((go) => this.queue.push(go));
      if (isStopped) throw stopped();
      this.running += 1;
      try {
        thread = this.spare && !this.spare.isBroken ? this.spare : new Thread();
        this.spare = null;
        return (await thread.call(method, request, listen)) as Answer<M>;
      } finally {
        this.running -= 1;
        if (thread && !thread.isBroken) this.spare ??= thread;
        this.queue.shift()?.();
      }
    };
    const answer = work();
    return { id: Promise.resolve(null), answer, stop: () => { isStopped = true; thread?.end('stopped', 'interrupted'); } };
  }

  resume(): null {
    return null;
  }
}
