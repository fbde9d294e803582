// Texts in the storage of the browser: what the playground has for a folder.

import type { Store } from '../lib/storage';
import type { FileEntry, Files, StoredText } from './service';

const PREFIX = 'file:';

export class BrowserFiles implements Files {
  readonly place = 'this browser';

  constructor(private readonly store: Store) {}

  async list(): Promise<FileEntry[]> {
    return (await this.store.keys(PREFIX)).map((key) => ({ path: key.slice(PREFIX.length), isModel: true }));
  }

  async read(path: string): Promise<StoredText> {
    const text = await this.store.get<string>(PREFIX + path);
    if (text === undefined) throw new Error(`there is no file \`${path}\``);
    return { text, draft: null };
  }

  async write(path: string, text: string): Promise<void> {
    await this.store.set(PREFIX + path, text);
  }

  async remove(path: string): Promise<void> {
    await this.store.remove(PREFIX + path);
  }

  async rename(path: string, to: string): Promise<void> {
    if ((await this.store.get(PREFIX + to)) !== undefined) throw new Error(`there is a file \`${to}\` already`);
    await this.store.set(PREFIX + to, (await this.read(path)).text);
    await this.store.remove(PREFIX + path);
  }
}
