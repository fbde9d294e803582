// The service over HTTP: `synod serve` answers.

import type { Failure, FileEntry as ServedFile, FileText, JobEvent, JobInfo, NewJob, SaveText, ServerInfo } from './types';
import { ServiceError, type Answer, type FileEntry, type Files, type Job, type MethodName, type Request, type Service, type StoredText } from './service';

async function fetched(method: string, path: string, body?: unknown): Promise<unknown> {
  let response: globalThis.Response;
  try {
    response = await fetch(path, { method, ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }) });
  } catch {
    throw new ServiceError({ kind: 'crashed', message: 'the server does not answer; is `synod serve` still running?' });
  }
  const text = await response.text();
  if (response.ok) return text === '' ? null : (JSON.parse(text) as unknown);
  throw new ServiceError(failureOf(text, response.status));
}

function failureOf(text: string, status: number): Failure {
  try {
    const failure = JSON.parse(text) as Partial<Failure>;
    if (typeof failure.message === 'string' && typeof failure.kind === 'string') return failure as Failure;
  } catch {
    // The text is no document: it is told as it is.
  }
  return { kind: 'crashed', message: text.trim() || `the server answers ${status}` };
}

const at = (path: string) => path.split('/').map(encodeURIComponent).join('/');

class HttpFiles implements Files {
  private readonly versions = new Map<string, string | null>();

  constructor(readonly place: string) {}

  async list(): Promise<FileEntry[]> {
    const all = (await fetched('GET', '/api/files')) as ServedFile[];
    return all.filter((file) => !file.is_folder).map((file) => ({ path: file.path, isModel: file.language !== null || file.has_draft }));
  }

  async read(path: string): Promise<StoredText> {
    const found = (await fetched('GET', `/api/files/${at(path)}`)) as FileText;
    this.versions.set(path, found.version);
    return { text: found.text ?? '', draft: found.draft };
  }

  async write(path: string, text: string): Promise<void> {
    const body: SaveText = { text, version: this.versions.get(path) ?? null };
    const saved = (await fetched('PUT', `/api/files/${at(path)}`, body)) as FileText;
    this.versions.set(path, saved.version);
  }

  async draft(path: string, text: string): Promise<void> {
    await fetched('PUT', `/api/drafts/${at(path)}`, { text });
  }

  async remove(path: string): Promise<void> {
    await fetched('DELETE', `/api/files/${at(path)}`);
    this.versions.delete(path);
  }

  async rename(path: string, to: string): Promise<void> {
    const { text, draft } = await this.read(path);
    await this.write(to, draft ?? text);
    await this.remove(path);
  }
}

export class HttpService implements Service {
  readonly kind = 'server';
  readonly files: Files;

  /** Files are those of the server, unless it has none for us. */
  constructor(info: ServerInfo, own: Files) {
    this.files = info.folder === null ? own : new HttpFiles(info.folder);
  }

  async ask<M extends MethodName>(method: M, request: Request<M>): Promise<Answer<M>> {
    return (await fetched('POST', `/api/call/${method}`, request)) as Answer<M>;
  }

  start<M extends MethodName>(method: M, request: Request<M>, listen: (event: JobEvent) => void): Job<M> {
    const job: NewJob = { method, request };
    return new HttpJob<M>(fetched('POST', '/api/jobs', job).then((info) => (info as JobInfo).id), listen);
  }

  resume<M extends MethodName>(_method: M, id: string, listen: (event: JobEvent) => void): Job<M> {
    return new HttpJob<M>(Promise.resolve(id), listen);
  }
}

class HttpJob<M extends MethodName> implements Job<M> {
  readonly answer: Promise<Answer<M>>;
  private isStopped = false;

  constructor(readonly id: Promise<string>, listen: (event: JobEvent) => void) {
    this.answer = this.follow(listen);
  }

  private async follow(listen: (event: JobEvent) => void): Promise<Answer<M>> {
    const url = `/api/jobs/${encodeURIComponent(await this.id)}`;
    return new Promise((resolve, reject) => {
      const source = new EventSource(`${url}/events`);
      source.addEventListener('news', (event) => listen(JSON.parse((event as MessageEvent<string>).data) as JobEvent));
      source.addEventListener('end', (event) => {
        source.close();
        this.settle(JSON.parse((event as MessageEvent<string>).data) as JobInfo, resolve, reject);
      });
      source.addEventListener('error', () => {
        // A lost connection is taken up again by the browser; a job that is not there any more is not.
        if (source.readyState !== EventSource.CLOSED) return;
        fetched('GET', url).then((info) => this.settle(info as JobInfo, resolve, reject), reject);
      });
    });
  }

  private settle(info: JobInfo, resolve: (answer: Answer<M>) => void, reject: (error: unknown) => void): void {
    if (info.failure) reject(new ServiceError(this.isStopped ? { ...info.failure, kind: 'interrupted' } : info.failure));
    else resolve(info.answer as Answer<M>);
  }

  stop(): void {
    this.isStopped = true;
    void this.id.then((id) => fetched('POST', `/api/jobs/${encodeURIComponent(id)}/cancel`)).catch(() => undefined);
  }
}
