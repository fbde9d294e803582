// The worker of the playground: Synod as a WebAssembly module, one question at a time.

import type { JobEvent } from './types';

export type ToWorker = { script: string; module: WebAssembly.Module } | { id: number; method: string; request: string };
export type FromWorker =
  | { ready: true }
  | { broken: string }
  | { id: number; event: JobEvent }
  /** With the bytes of memory that the module has taken; it never gives any back. */
  | { id: number; answer: string; bytes: number }
  /** The module cannot be used any more. */
  | { id: number; crash: string };

interface Synod {
  default(given: { module_or_path: WebAssembly.Module }): Promise<{ memory: WebAssembly.Memory }>;
  call(method: string, request: string, listen: (event: string) => void): string;
}

let synod: Synod | null = null;
let memory: WebAssembly.Memory | null = null;

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ('script' in data) {
    try {
      synod = (await import(/* @vite-ignore */ data.script)) as Synod;
      ({ memory } = await synod.default({ module_or_path: data.module }));
      post({ ready: true });
    } catch (error) {
      post({ broken: error instanceof Error ? error.message : String(error) });
    }
    return;
  }
  const { id, method, request } = data;
  try {
    const answer = synod!.call(method, request, (event) => post({ id, event: JSON.parse(event) as JobEvent }));
    post({ id, answer, bytes: memory!.buffer.byteLength });
  } catch (error) {
    post({ id, crash: crash(error) });
  }
};

/** What has happened, in words. */
function crash(error: unknown): string {
  if (error instanceof RangeError) return 'the model or a formula is nested too deeply for the browser; `synod` itself has no such limit';
  if (error instanceof WebAssembly.RuntimeError) return 'the browser has no more memory for it, or the time is up; `synod` itself can use more of both';
  return `this is a defect of Synod, please report it: ${error instanceof Error ? error.message : String(error)}`;
}

function post(message: FromWorker): void {
  self.postMessage(message);
}
