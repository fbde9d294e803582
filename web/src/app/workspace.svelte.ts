// The text that is open: its file, its parameters, and what the service understands of it.

import type { Catalogue, LanguageInfo, Model, TextAnalysis, TextEdit } from '../api/types';
import type { FileEntry, Service, StoredText } from '../api/service';
import type { Store } from '../lib/storage';
import { digest } from '../lib/text';
import type { Shared } from '../lib/share';
import { suggestedBy } from '../lib/suggested';
import { putUnkept, takeUnkept } from '../lib/unkept';

/** The path of a file that another one names, from where that one is. */
export function beside(path: string, name: string): string {
  const parts = path.split('/').slice(0, -1);
  for (const part of name.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** The values of parameters that a text has. */
function only(parameters: Record<string, number>, { parameters: known }: TextAnalysis): Record<string, number> {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => known.some((one) => one.name === name)));
}

function isSame(one: Record<string, number>, other: Record<string, number>): boolean {
  return Object.keys(one).length === Object.keys(other).length && Object.entries(one).every(([name, value]) => other[name] === value);
}

/** How long nobody types before the text is looked at, in milliseconds. */
const PAUSE = 180;

export class Workspace {
  path = $state('');
  text = $state('');
  /** False while what is in the editor is not stored. */
  isSaved = $state(true);
  /** False while it is not even kept as a draft. */
  private isKept = true;
  parameters = $state<Record<string, number>>({});
  /** Parameters that somebody wants without a value, whatever the text suggests: the question is about all sizes then. */
  private declined: string[] = [];
  /** Options of the language that the model is read with. */
  options = $state<Record<string, string>>({});
  files = $state.raw<FileEntry[]>([]);
  analysis = $state.raw<TextAnalysis | null>(null);
  /** The text that the analysis is of. */
  analysed = $state('');
  problem = $state('');
  /** Texts of other files that the model may include. */
  private others: Record<string, string> = {};
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;
  /** Is told as soon as another file is open, before its text is understood. */
  opens: (path: string) => void = () => undefined;

  constructor(readonly service: Service, readonly catalogue: Catalogue, private readonly store: Store) {}

  language = $derived.by<LanguageInfo | undefined>(() => this.languageOf(this.path));
  /** Texts with the same parameters that are the same have the same version. */
  version = $derived.by(() => digest(JSON.stringify([this.text, this.parameters, this.options])));

  languageOf(path: string): LanguageInfo | undefined {
    const ending = path.split('.').at(-1) ?? '';
    return this.catalogue.languages.find((language) => language.endings.includes(ending));
  }

  /** The values of the parameters that the text has, as far as it is understood. */
  given = $derived.by(() => (this.analysis ? only(this.parameters, this.analysis) : this.parameters));

  /** The model as it is now. */
  model(): Model {
    const { given } = this;
    return { path: this.path, text: this.text, ...(Object.keys(given).length > 0 ? { parameters: given } : {}), ...(Object.keys(this.options).length > 0 ? { options: { ...this.options } } : {}), ...(Object.keys(this.others).length > 0 ? { files: this.others } : {}) };
  }

  async refreshFiles(): Promise<void> {
    this.files = await this.service.files.list();
  }

  async open(path: string): Promise<void> {
    await this.flush();
    await this.become(path, await this.service.files.read(path));
  }

  private async textOf(path: string): Promise<string> {
    const { text, draft } = await this.service.files.read(path);
    return draft ?? text;
  }

  /** Opens a copy of an example under a name of its own, as somebody has left it; whether that is the text of the example. */
  async openExample(path: string): Promise<boolean> {
    const { text } = await this.service.ask('example', { path });
    const name = path.split('/').at(-1)!;
    const own = this.service.kind === 'browser' ? name : `examples/${name}`;
    const isThere = this.files.some((file) => file.path === own);
    await this.flush();
    const { parameters, options } = suggestedBy(text, this.languageOf(own)?.options ?? []);
    for (const [what, suggested] of [['parameters', parameters], ['options', options]] as const) {
      // In a folder that others use too an example may be there that nobody has opened in this browser.
      if (!isThere || (await this.store.get(`${what}:${own}`)) === undefined) await this.store.set(`${what}:${own}`, suggested);
    }
    if (isThere) {
      await this.become(own, await this.service.files.read(own));
      return this.text === text;
    }
    // Where there are drafts, nothing is written to the folder until somebody saves it.
    if (this.service.files.draft) {
      await this.service.files.draft(own, text);
      await this.refreshFiles();
      await this.become(own, { text: '', draft: text });
    } else await this.create(own, text, parameters);
    return true;
  }

  /** Makes a file and opens it. What is there already is not written over. */
  async create(path: string, text: string, parameters: Record<string, number> = {}): Promise<void> {
    await this.flush();
    await this.refreshFiles();
    if (this.files.some((file) => file.path === path) && (await this.textOf(path)) !== text) throw new Error(`there is a file \`${path}\` already`);
    await this.service.files.write(path, text);
    await this.refreshFiles();
    await this.become(path, { text, draft: null }, parameters);
  }

  async openShared(shared: Shared): Promise<void> {
    // What somebody shared never overwrites what is there: a model of several files goes to a folder of its own then.
    const others = Object.entries(shared.files ?? {});
    const stands = async (path: string) => (this.files.some((file) => file.path === path) ? await this.textOf(path) : null);
    const known = await stands(shared.path);
    const isTaken = known !== null && known !== shared.text;
    let folder = '';
    for (const [path, text] of others) if (isTaken || ((await stands(path)) ?? text) !== text) folder = this.freeFolder();
    for (const [path, text] of others) if ((await stands(folder + path)) === null) await this.service.files.write(folder + path, text);
    await this.refreshFiles();
    await this.create(isTaken && folder === '' ? this.free(shared.path) : folder + shared.path, shared.text, shared.parameters ?? {});
  }

  async rename(path: string, to: string): Promise<void> {
    await this.flush();
    await this.refreshFiles();
    if (this.files.some((file) => file.path === to)) throw new Error(`there is a file \`${to}\` already`);
    await this.service.files.rename(path, to);
    await this.refreshFiles();
  }

  private freeFolder(): string {
    for (let number = 1; ; number += 1) {
      const folder = number === 1 ? 'shared/' : `shared-${number}/`;
      if (!this.files.some((file) => file.path.startsWith(folder))) return folder;
    }
  }

  /** This name, or one like it if it is taken. */
  free(path: string): string {
    if (!this.files.some((file) => file.path === path)) return path;
    const dot = path.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [path.slice(0, dot), path.slice(dot)] : [path, ''];
    for (let number = 2; ; number += 1) {
      const name = `${stem}-${number}${ending}`;
      if (!this.files.some((file) => file.path === name)) return name;
    }
  }

  private async become(path: string, stored: StoredText, parameters?: Record<string, number>): Promise<void> {
    const left = takeUnkept(path);
    const text = left ?? stored.draft ?? stored.text;
    this.others = await this.included(path, text);
    this.path = path;
    this.opens(path);
    this.text = text;
    this.isSaved = text === stored.text || (left === null && stored.draft === null);
    this.isKept = left === null;
    if (left !== null) void this.keep();
    this.analysis = null;
    this.parameters = parameters ?? (await this.store.get<Record<string, number>>(`parameters:${path}`)) ?? {};
    this.declined = (await this.store.get<string[]>(`declined:${path}`)) ?? [];
    this.options = (await this.store.get<Record<string, string>>(`options:${path}`)) ?? {};
    await this.store.set('last', path);
    await this.analyse();
  }

  /** The path of a file by its name in a range; null if there is none. */
  pathOf(name: string): string | null {
    return [name, beside(this.path, name)].find((path) => this.files.some((file) => file.path === path)) ?? null;
  }

  /** Changes the text of another file. */
  async editOther(name: string, edits: TextEdit[]): Promise<void> {
    const path = this.pathOf(name);
    if (path === null) throw new Error(`there is no file \`${name}\``);
    let text = await this.textOf(path);
    for (const { range, text: put } of [...edits].sort((a, b) => b.range.from - a.range.from)) text = text.slice(0, range.from) + put + text.slice(range.to);
    await (this.service.files.draft?.(path, text) ?? this.service.files.write(path, text));
    if (path in this.others) this.others = { ...this.others, [path]: text };
  }

  /** The texts that a text includes, and those that they include, by their paths. */
  private async included(path: string, text: string): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    const queue = [{ path, text }];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      for (const [, name] of next.text.matchAll(/\binclude\s+"([^"]+)"/g)) {
        const other = beside(next.path, name!);
        if (other in found || !this.files.some((file) => file.path === other)) continue;
        found[other] = await this.textOf(other);
        queue.push({ path: other, text: found[other] });
      }
    }
    return found;
  }

  edit(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.isSaved = false;
    this.isKept = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { void this.analyse(); void this.keep(); }, PAUSE);
  }

  setParameter(name: string, value: number | null): void {
    const { [name]: _old, ...rest } = this.parameters;
    this.parameters = value === null ? rest : { ...rest, [name]: value };
    this.declined = [...this.declined.filter((one) => one !== name), ...(value === null ? [name] : [])];
    void this.store.set(`declined:${this.path}`, this.declined);
    void this.store.set(`parameters:${this.path}`, { ...this.parameters });
    void this.analyse();
  }

  /** Keeps what was written: as a draft where there are drafts. */
  private async keep(): Promise<void> {
    if (!this.service.files.draft) return this.save();
    const { path, text } = this;
    try {
      await this.service.files.draft(path, text);
      this.kept(path, text);
    } catch (error) {
      this.problem = `not kept: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  private kept(path: string, text: string): void {
    if (this.text !== text || this.path !== path) return;
    this.isKept = true;
    takeUnkept(path);
  }

  setOption(name: string, value: string | null): void {
    const { [name]: _old, ...rest } = this.options;
    this.options = value === null ? rest : { ...rest, [name]: value };
    void this.store.set(`options:${this.path}`, { ...this.options });
    void this.analyse();
  }

  async save(): Promise<void> {
    const { path, text } = this;
    if (path === '') return;
    try {
      await this.service.files.write(path, text);
      if (this.text === text && this.path === path) this.isSaved = true;
      this.kept(path, text);
    } catch (error) {
      this.problem = `not saved: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  /** Stores what is not stored yet. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    if (!this.isSaved) await this.keep();
  }

  /** The page goes: what was written a moment ago, and is on no way yet, is put where the next one finds it. */
  leave(): void {
    if (!this.isKept) putUnkept(this.path, this.text);
  }

  async analyse(): Promise<void> {
    const turn = ++this.turn;
    const text = this.text;
    if (!this.language) {
      this.analysis = null;
      this.problem = `\`${this.path}\` is not a model: the ending of its name tells no language`;
      return;
    }
    try {
      const asked = this.model();
      let analysis = await this.service.ask('analyse', { model: asked });
      // What the text suggests is taken where nobody has said otherwise; values of parameters that it has no more are not its mistakes.
      const missing = analysis.parameters.filter((one) => one.suggested !== null && this.parameters[one.name] === undefined && !this.declined.includes(one.name));
      if (missing.length > 0 && turn === this.turn) this.parameters = { ...this.parameters, ...Object.fromEntries(missing.map((one) => [one.name, one.suggested!])) };
      const given = only(this.parameters, analysis);
      if (turn === this.turn && !isSame(given, asked.parameters ?? {})) analysis = await this.service.ask('analyse', { model: { ...asked, parameters: given } });
      if (turn !== this.turn) return;
      this.analysis = analysis;
      this.analysed = text;
      this.problem = '';
    } catch (error) {
      if (turn === this.turn) this.problem = error instanceof Error ? error.message : String(error);
    }
  }
}
