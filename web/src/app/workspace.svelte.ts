// The text that is open: its file, its parameters, and what the service understands of it.

import type { Catalogue, LanguageInfo, Model, TextAnalysis } from '../api/types';
import type { FileEntry, Service, StoredText } from '../api/service';
import type { Store } from '../lib/storage';
import { digest } from '../lib/text';
import type { Shared } from '../lib/share';
import { suggestedBy } from '../lib/suggested';

/** How long nobody types before the text is looked at, in milliseconds. */
const PAUSE = 180;

export class Workspace {
  path = $state('');
  text = $state('');
  /** False while what is in the editor is not stored. */
  isSaved = $state(true);
  parameters = $state<Record<string, number>>({});
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

  /** The model as it is now. */
  model(): Model {
    const given = Object.fromEntries(Object.entries(this.parameters).filter(([name]) => !this.analysis || this.analysis.parameters.some((one) => one.name === name)));
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

  /** Opens a copy of an example under a name of its own. */
  async openExample(path: string): Promise<void> {
    const { text } = await this.service.ask('example', { path });
    const name = path.split('/').at(-1)!;
    const own = this.service.kind === 'browser' ? name : `examples/${name}`;
    const isThere = this.files.some((file) => file.path === own);
    await this.flush();
    if (isThere) return this.become(own, await this.service.files.read(own));
    const { parameters, options } = suggestedBy(text, this.languageOf(own)?.options ?? []);
    await this.store.set(`parameters:${own}`, parameters);
    await this.store.set(`options:${own}`, options);
    // Where there are drafts, nothing is written to the folder until somebody saves it.
    if (this.service.files.draft) {
      await this.service.files.draft(own, text);
      await this.refreshFiles();
      await this.become(own, { text: '', draft: text });
    } else await this.create(own, text, parameters);
  }

  async create(path: string, text: string, parameters: Record<string, number> = {}): Promise<void> {
    await this.flush();
    await this.service.files.write(path, text);
    await this.refreshFiles();
    await this.become(path, { text, draft: null }, parameters);
  }

  async openShared(shared: Shared): Promise<void> {
    for (const [name, text] of Object.entries(shared.files ?? {})) await this.service.files.write(name, text);
    const known = this.files.some((file) => file.path === shared.path) ? await this.textOf(shared.path) : undefined;
    // What somebody shared never overwrites what is there.
    const path = known === undefined || known === shared.text ? shared.path : this.free(shared.path);
    await this.create(path, shared.text, shared.parameters ?? {});
  }

  /** A name like this one that is not taken. */
  free(path: string): string {
    const dot = path.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [path.slice(0, dot), path.slice(dot)] : [path, ''];
    for (let number = 2; ; number += 1) {
      const name = `${stem}-${number}${ending}`;
      if (!this.files.some((file) => file.path === name)) return name;
    }
  }

  private async become(path: string, stored: StoredText, parameters?: Record<string, number>): Promise<void> {
    const text = stored.draft ?? stored.text;
    this.others = await this.included(path, text);
    this.path = path;
    this.opens(path);
    this.text = text;
    this.isSaved = stored.draft === null || stored.draft === stored.text;
    this.analysis = null;
    this.parameters = parameters ?? (await this.store.get<Record<string, number>>(`parameters:${path}`)) ?? {};
    this.options = (await this.store.get<Record<string, string>>(`options:${path}`)) ?? {};
    await this.store.set('last', path);
    await this.analyse();
  }

  /** The texts that a text may include: those that it names. */
  private async included(path: string, text: string): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
    const queue = [text];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      for (const [, name] of next.matchAll(/\binclude\s+"([^"]+)"/g)) {
        if (name === undefined || name in found || !this.files.some((file) => file.path === folder + name)) continue;
        const other = await this.textOf(folder + name);
        found[name] = other;
        queue.push(other);
      }
    }
    return found;
  }

  edit(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.isSaved = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { void this.analyse(); void this.keep(); }, PAUSE);
  }

  setParameter(name: string, value: number | null): void {
    const { [name]: _old, ...rest } = this.parameters;
    this.parameters = value === null ? rest : { ...rest, [name]: value };
    void this.store.set(`parameters:${this.path}`, { ...this.parameters });
    void this.analyse();
  }

  /** Keeps what was written: as a draft where there are drafts. */
  private async keep(): Promise<void> {
    if (!this.service.files.draft) return this.save();
    try {
      await this.service.files.draft(this.path, this.text);
    } catch (error) {
      this.problem = `not kept: ${error instanceof Error ? error.message : String(error)}`;
    }
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
      if (this.text === text) this.isSaved = true;
    } catch (error) {
      this.problem = `not saved: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  /** Stores what is not stored yet. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    if (!this.isSaved) await this.keep();
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
      let analysis = await this.service.ask('analyse', { model: this.model() });
      // What the text suggests is taken where nobody has said otherwise.
      const missing = analysis.parameters.filter((one) => one.suggested !== null && this.parameters[one.name] === undefined);
      if (missing.length > 0 && turn === this.turn) {
        this.parameters = { ...this.parameters, ...Object.fromEntries(missing.map((one) => [one.name, one.suggested!])) };
        analysis = await this.service.ask('analyse', { model: this.model() });
      }
      if (turn !== this.turn) return;
      this.analysis = analysis;
      this.analysed = text;
      this.problem = '';
    } catch (error) {
      if (turn === this.turn) this.problem = error instanceof Error ? error.message : String(error);
    }
  }
}
