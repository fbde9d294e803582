// The worker of the playground: Synod as a WebAssembly module, one question at a time.

import type { JobEvent } from './types';

export type ToWorker = { module: string; binary: string } | { id: number; method: string; request: string };
export type FromWorker =
  | { ready: true }
  | { broken: string }
  | { id: number; event: JobEvent }
  | { id: number; answer: string };

interface Module {
  default(binary: { module_or_path: string }): Promise<unknown>;
  call(method: string, request: string, listen: (event: string) => void): string;
}

let synod: Module | null = null;

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ('module' in data) {
    try {
      synod = (await import(/* @vite-ignore */ data.module)) as Module;
      await synod.default({ module_or_path: data.binary });
      post({ ready: true });
    } catch (error) {
      post({ broken: `Synod cannot be loaded in this browser: ${error instanceof Error ? error.message : String(error)}` });
    }
    return;
  }
  const { id, method, request } = data;
  try {
    const answer = synod!.call(method, request, (event) => post({ id, event: JSON.parse(event) as JobEvent }));
    post({ id, answer });
  } catch (error) {
    // A trap, most often because memory is used up: the module cannot be used any more.
    const message = error instanceof WebAssembly.RuntimeError ? `the work ended unexpectedly, most often because memory is used up (${error.message})` : String(error);
    post({ id, answer: JSON.stringify({ failure: { kind: 'crashed', message } }) });
  }
};

function post(message: FromWorker): void {
  self.postMessage(message);
}
