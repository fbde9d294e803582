// The run viewer as a custom element, for reports, editors and other pages: `<synod-run>` with its data in a script element of type
// `application/json`, or in the property `data`. What the page around it does for it is its property `host`, set before it is shown.

import { mount, unmount } from 'svelte';
import RunViewer from './RunViewer.svelte';
import { lastPosition } from './run';
import { RunState, type RunHost, type RunInput } from './state.svelte';
import '../theme.css';
import './pictures.css';

/** A page that chooses no theme has that of the system. */
function followTheme(): void {
  const root = document.documentElement;
  if (root.dataset['theme'] !== undefined) return;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => { root.dataset['theme'] = dark.matches ? 'dark' : 'light'; };
  dark.addEventListener('change', apply);
  apply();
}

export class SynodRun extends HTMLElement {
  private run = new RunState();
  private mounted: Record<string, unknown> | null = null;

  set host(host: RunHost) {
    const { input, position } = this.run;
    this.run = new RunState(host);
    this.run.open(input, position);
  }

  set data(input: RunInput | null) {
    // A run with an ending to be told of is opened there.
    const isTold = input?.ending !== undefined && input.ending !== null && input.view.trace.loop_start === null;
    this.run.open(input, isTold ? lastPosition(input!.view.trace) : 0);
  }

  get data(): RunInput | null {
    return this.run.input;
  }

  connectedCallback(): void {
    followTheme();
    const script = this.querySelector('script[type="application/json"]');
    if (script && !this.run.input) this.data = JSON.parse(script.textContent ?? 'null') as RunInput;
    this.mounted ??= mount(RunViewer, { target: this, props: { run: this.run } });
  }

  disconnectedCallback(): void {
    if (this.mounted) void unmount(this.mounted);
    this.mounted = null;
  }
}

if (!customElements.get('synod-run')) customElements.define('synod-run', SynodRun);
