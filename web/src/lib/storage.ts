// A store of values by key in the browser: IndexedDB, or memory where there is none.

export interface Store {
  get<T>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
  keys(prefix: string): Promise<string[]>;
}

export class MemoryStore implements Store {
  private readonly values = new Map<string, unknown>();

  async get<T>(key: string): Promise<T | undefined> {
    return structuredClone(this.values.get(key)) as T | undefined;
  }

  async set(key: string, value: unknown): Promise<void> {
    this.values.set(key, structuredClone(value));
  }

  async remove(key: string): Promise<void> {
    this.values.delete(key);
  }

  async keys(prefix: string): Promise<string[]> {
    return [...this.values.keys()].filter((key) => key.startsWith(prefix)).sort();
  }
}

class DatabaseStore implements Store {
  constructor(private readonly database: IDBDatabase) {}

  private request<T>(mode: IDBTransactionMode, make: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const request = make(this.database.transaction('values', mode).objectStore('values'));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('the browser does not store this'));
    });
  }

  async get<T>(key: string): Promise<T | undefined> {
    return (await this.request('readonly', (store) => store.get(key))) as T | undefined;
  }

  async set(key: string, value: unknown): Promise<void> {
    await this.request('readwrite', (store) => store.put(value, key));
  }

  async remove(key: string): Promise<void> {
    await this.request('readwrite', (store) => store.delete(key));
  }

  async keys(prefix: string): Promise<string[]> {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    return (await this.request('readonly', (store) => store.getAllKeys(range))).map(String);
  }
}

/** The store of this browser. In private windows it may be in memory only. */
export function openStore(): Promise<Store> {
  return new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') return resolve(new MemoryStore());
    const request = indexedDB.open('synod', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('values');
    request.onsuccess = () => resolve(new DatabaseStore(request.result));
    request.onerror = () => resolve(new MemoryStore());
  });
}
