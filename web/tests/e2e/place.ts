// Where the page comes from in a test: `synod serve` on a folder of its own, or static files with the WebAssembly module.
//
// The program has a page inside. With SYNOD_PAGE=dist the one in `dist` takes its place, so that work on the page needs no cargo;
// without it, a program with another page than the one in `dist` is refused: what is tested is what people get.

import { spawn, type ChildProcess } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';

export type Where = 'server' | 'playground';

const WEB = new URL('../..', import.meta.url).pathname;
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

/** A place that the page is loaded from. */
export interface Place {
  url: string;
  folder: string | null;
  end(): Promise<void>;
}

async function serve(): Promise<Place> {
  const running = process.env['SYNOD_URL'];
  if (running) return { url: running, folder: null, end: async () => undefined };
  const synod = process.env['SYNOD'] ?? join(WEB, '../target/debug/synod');
  const folder = mkdtempSync(join(tmpdir(), 'synod-e2e-'));
  const child = spawn(synod, ['serve', folder, '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const url = await announced(child);
  if (!OWN_PAGE) await proveFresh(url);
  return { url, folder, end: async () => { child.kill(); rmSync(folder, { recursive: true, force: true }); } };
}

/** Whether the page of `dist` takes the place of the one in the program. */
const OWN_PAGE = process.env['SYNOD_PAGE'] === 'dist';

async function proveFresh(url: string): Promise<void> {
  for (const name of ['assets/index.js', 'assets/index.css', 'synod-run.js']) {
    const response = await fetch(new URL(`/${name}${new URL(url).search}`, url));
    if (!response.ok || (await response.text()) !== readFileSync(join(WEB, 'dist', name), 'utf8')) throw new Error(`the program has another ${name} inside than web/dist: build it again, or set SYNOD_PAGE=dist`);
  }
}

/** Answers with files of `dist` under the headers of the server. */
async function layOver(context: BrowserContext): Promise<void> {
  await context.route((url) => /^\/(index\.html)?$|^\/assets\/|^\/synod-run\./.test(url.pathname), async (route) => {
    const { pathname } = new URL(route.request().url());
    const response = await route.fetch({ maxRedirects: 0 });
    const file = join(WEB, 'dist', pathname === '/' ? 'index.html' : normalize(pathname));
    if (response.status() === 200 && existsSync(file)) await route.fulfill({ response, body: readFileSync(file) });
    else await route.fulfill({ response });
  });
}

/** The address that the server tells. */
function announced(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let told = '';
    const hear = (data: Buffer) => {
      told += data.toString();
      const url = /https?:\/\/\S+/.exec(told);
      if (url) resolve(url[0]);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`synod serve ended with ${code}: ${told}`)));
  });
}

/** Static files as any web server has them, under the policy that the page promises to live with. */
async function files(): Promise<Place> {
  const root = process.env['PLAYGROUND'] ?? join(WEB, 'playground');
  if (!existsSync(join(root, 'wasm/synod_wasm_bg.wasm'))) throw new Error(`there is no playground in ${root}: see .ci/web`);
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://x').pathname);
    const file = join(root, path === '/' ? 'index.html' : path);
    if (!file.startsWith(root) || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found');
    response.writeHead(200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Content-Security-Policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'",
    });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, folder: null, end: () => new Promise((done) => { server.closeAllConnections(); server.close(() => done()); }) };
}

export const test = base.extend<{ bench: Bench }, { where: Where; place: Place }>({
  where: ['server', { scope: 'worker', option: true }],
  place: [async ({ where }, use) => {
    const place = where === 'server' ? await serve() : await files();
    await use(place);
    await place.end();
  }, { scope: 'worker' }],
  // Every test fails if the page met an error, such as one against its policy.
  bench: async ({ page, place, where }, use) => {
    if (where === 'server' && OWN_PAGE) await layOver(page.context());
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      // The playground asks once whether there is a server; what is refused with a reason is an answer.
      if (message.type() === 'error' && !message.location().url.endsWith('/api/info') && !/status of 422/.test(message.text())) errors.push(message.text());
    });
    await use(new Bench(page, place));
    expect(errors).toEqual([]);
  },
});

export { expect };

/** What a person does on the page. */
export class Bench {
  constructor(readonly page: Page, readonly place: Place) {}

  async open(example?: string): Promise<void> {
    await this.page.goto(this.place.url);
    await this.page.locator('main .cm-content').waitFor({ state: 'attached' });
    if (example) await this.openExample(example);
  }

  async openExample(path: string): Promise<void> {
    const name = path.split('/').at(-1)!;
    await this.page.getByRole('button', { name: /^Open:/ }).click();
    await this.page.getByRole('searchbox', { name: 'Filter examples' }).fill(name);
    await this.page.locator('dialog .example', { hasText: new RegExp(`^(mistakes/|legacy/)?${name.replaceAll('.', '\\.')}`) }).first().click();
    // The file may have been open before: what counts is that it has been opened anew.
    await expect(this.page.locator('.page')).toHaveAttribute('aria-busy', 'false');
    await expect(this.page.getByRole('button', { name: /^Open:/ })).toContainText(new RegExp(`^${name.replaceAll('.', '\\.')}`));
    await expect(this.page.locator('main .cm-content')).toBeAttached();
  }

  property(name: string) {
    const isIt = new RegExp(`^${name.replace(/[^\w ]/g, '\\$&')}$`);
    return this.page.locator('ul[aria-labelledby=properties-title] li').filter({ has: this.page.locator('.name', { hasText: isIt }) });
  }

  /** The text of the model. */
  get text() {
    return this.page.getByRole('textbox', { name: 'Text of the model' });
  }

  async checkAll(): Promise<void> {
    await this.page.getByRole('button', { name: 'Check all' }).first().click();
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name }).click();
  }
}
