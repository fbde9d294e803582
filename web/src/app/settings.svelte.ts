// What a person has chosen for good: the theme, the engine and the limits.

export interface Limits {
  engine: string;
  seconds: number;
  megabytes: number;
  /** Null: any depth. */
  depth: number | null;
  witnesses: boolean;
  minimise: boolean;
}

export const USUAL: Limits = { engine: 'auto', seconds: 60, megabytes: 2000, depth: null, witnesses: true, minimise: false };

const KEY = 'synod-settings';

class Settings {
  theme = $state<'light' | 'dark' | 'system'>('system');
  limits = $state<Limits>({ ...USUAL });

  constructor() {
    try {
      const known = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { theme?: 'light' | 'dark' | 'system'; limits?: Partial<Limits> };
      if (known.theme) this.theme = known.theme;
      this.limits = { ...USUAL, ...known.limits };
    } catch {
      // What cannot be read is as if it were not there.
    }
  }

  get isDark(): boolean {
    return this.theme === 'dark' || (this.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  }

  apply(): void {
    document.documentElement.dataset['theme'] = this.isDark ? 'dark' : 'light';
  }

  toggleTheme(): void {
    this.theme = this.isDark ? 'light' : 'dark';
    this.apply();
    this.save();
  }

  save(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify({ theme: this.theme, limits: this.limits }));
    } catch {
      // A browser that stores nothing forgets.
    }
  }
}

export const settings = new Settings();
