// The service over HTTP: answers, failures in words, jobs with their news, files that changed meanwhile.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpService } from '../../src/api/http';
import { BrowserFiles } from '../../src/api/browser-files';
import { MemoryStore } from '../../src/lib/storage';
import type { JobEvent, ServerInfo } from '../../src/api/types';

interface Call { method: string; path: string; body: unknown }
let calls: Call[] = [];
let answers: Record<string, [number, unknown]> = {};
let sources: FakeSource[] = [];

class FakeSource {
  static readonly CLOSED = 2;
  readyState = 1;
  private readonly listeners = new Map<string, (event: { data: string }) => void>();
  constructor(readonly url: string) { sources.push(this); }
  addEventListener(name: string, listener: (event: { data: string }) => void) { this.listeners.set(name, listener); }
  send(name: string, data: unknown) { this.listeners.get(name)?.({ data: JSON.stringify(data) }); }
  close() { this.readyState = 2; }
}

beforeEach(() => {
  [calls, answers, sources] = [[], {}, []];
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('fetch', async (path: string, init: { method: string; body?: string }) => {
    calls.push({ method: init.method, path, body: init.body === undefined ? undefined : JSON.parse(init.body) });
    const [status, body] = answers[`${init.method} ${path}`] ?? [404, 'nothing there'];
    return new Response(status === 204 ? null : typeof body === 'string' ? body : JSON.stringify(body), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const info = { folder: 'models' } as ServerInfo;
const service = () => new HttpService(info, new BrowserFiles(new MemoryStore()));

test('an answer is the body', async () => {
  answers['POST /api/call/explain'] = [200, { code: 'c', text: 't' }];
  expect(await service().ask('explain', { code: 'c' })).toEqual({ code: 'c', text: 't' });
  expect(calls[0]?.body).toEqual({ code: 'c' });
});

test('a failure is told in its own words', async () => {
  answers['POST /api/call/explain'] = [400, { kind: 'missing', message: 'there is no code `c`' }];
  await expect(service().ask('explain', { code: 'c' })).rejects.toMatchObject({ message: 'there is no code `c`', failure: { kind: 'missing' } });
  answers['POST /api/call/explain'] = [500, 'out of order'];
  await expect(service().ask('explain', { code: 'c' })).rejects.toMatchObject({ message: 'out of order' });
});

test('a job tells its news and then its answer', async () => {
  answers['POST /api/jobs'] = [202, { id: 'j 1' }];
  const news: JobEvent[] = [];
  const job = service().start('check', { model: { path: 'a.rcp', text: '' } }, (event) => news.push(event));
  expect(await job.id).toBe('j 1');
  await vi.waitFor(() => expect(sources).toHaveLength(1));
  expect(sources[0]!.url).toBe('/api/jobs/j%201/events');
  sources[0]!.send('news', { kind: 'begins', property: 'p' });
  sources[0]!.send('end', { id: 'j 1', answer: { properties: [] }, failure: null });
  expect(await job.answer).toEqual({ properties: [] });
  expect(news).toEqual([{ kind: 'begins', property: 'p' }]);
  expect(sources[0]!.readyState).toBe(2);
});

test('a job that is stopped is interrupted, whatever its failure is called', async () => {
  answers['POST /api/jobs'] = [202, { id: '7' }];
  answers['POST /api/jobs/7/cancel'] = [204, ''];
  const job = service().start('check', { model: { path: 'a.rcp', text: '' } }, () => undefined);
  await job.id;
  job.stop();
  await vi.waitFor(() => expect(calls.some((call) => call.path === '/api/jobs/7/cancel')).toBe(true));
  sources[0]!.send('end', { id: '7', answer: null, failure: { kind: 'crashed', message: 'killed' } });
  await expect(job.answer).rejects.toMatchObject({ failure: { kind: 'interrupted' } });
});

test('a job that is gone is asked for once more', async () => {
  answers['GET /api/jobs/9'] = [404, { kind: 'missing', message: 'there is no such job' }];
  const job = service().resume('check', '9', () => undefined);
  await vi.waitFor(() => expect(sources).toHaveLength(1));
  sources[0]!.readyState = 2;
  sources[0]!.send('error', null);
  await expect(job.answer).rejects.toMatchObject({ message: 'there is no such job' });
});

test('a file is saved over the version that was read', async () => {
  const { files } = service();
  answers['GET /api/files/a%20b/c.rcp'] = [200, { path: 'a b/c.rcp', text: 'x', version: 'v1', draft: 'y' }];
  answers['PUT /api/files/a%20b/c.rcp'] = [200, { path: 'a b/c.rcp', text: 'z', version: 'v2', draft: null }];
  expect(await files.read('a b/c.rcp')).toEqual({ text: 'x', draft: 'y' });
  await files.write('a b/c.rcp', 'z');
  expect(calls.at(-1)?.body).toEqual({ text: 'z', version: 'v1' });
  await files.write('a b/c.rcp', 'w');
  expect(calls.at(-1)?.body).toEqual({ text: 'w', version: 'v2' });
  answers['PUT /api/files/a%20b/c.rcp'] = [409, { kind: 'rejected', message: 'the file was changed' }];
  await expect(files.write('a b/c.rcp', 'u')).rejects.toThrow('the file was changed');
});

test('where there is no folder, the browser keeps the texts', async () => {
  const { files } = new HttpService({ folder: null } as ServerInfo, new BrowserFiles(new MemoryStore()));
  await files.write('a.rcp', 'text');
  expect(await files.list()).toEqual([{ path: 'a.rcp', isModel: true }]);
  await files.rename('a.rcp', 'b.rcp');
  expect((await files.read('b.rcp')).text).toBe('text');
  await expect(files.read('a.rcp')).rejects.toThrow('there is no file `a.rcp`');
});
