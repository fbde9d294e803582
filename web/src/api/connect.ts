// Finds out who answers: the server that the page comes from, or a worker in this browser.

import type { Store } from '../lib/storage';
import { BrowserFiles } from './browser-files';
import { HttpService } from './http';
import type { Service } from './service';
import type { ServerInfo } from './types';
import { program, WasmService } from './wasm';

export async function connect(store: Store): Promise<Service> {
  const files = new BrowserFiles(store);
  const info = await serverInfo();
  return info ? new HttpService(info, files) : new WasmService(files, program());
}

async function serverInfo(): Promise<ServerInfo | null> {
  if (!location.protocol.startsWith('http')) return null;
  try {
    const response = await fetch('/api/info', { headers: { Accept: 'application/json' } });
    if (!response.ok || !(response.headers.get('Content-Type') ?? '').includes('json')) return null;
    return (await response.json()) as ServerInfo;
  } catch {
    return null;
  }
}
