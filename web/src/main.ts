// Where the page begins: it finds out who answers, and opens what the link says or what was open last.

import { mount } from 'svelte';
import App from './app/App.svelte';
import { settings } from './app/settings.svelte';
import { Workbench } from './app/workbench.svelte';
import { connect } from './api/connect';
import { speakAsPage } from './lib/options';
import { MemoryStore, openStore } from './lib/storage';
import { fromFragment } from './lib/share';
import './theme.css';
import './page.css';
import './viewer/pictures.css';

/** What is opened for somebody who comes for the first time. */
const FIRST = 'rcheck/resource-allocation.rcp';

async function begin(): Promise<void> {
  settings.apply();
  const target = document.getElementById('app')!;
  try {
    const isEmbedded = new URLSearchParams(location.search).has('embed');
    // What a book page embeds leaves nothing behind.
    const store = isEmbedded ? new MemoryStore() : await openStore();
    const service = await connect(store);
    const catalogue = await service.ask('catalogue', {});
    speakAsPage(catalogue.languages.flatMap((language) => language.options.map((option) => option.name)));
    const bench = new Workbench(service, catalogue, store, isEmbedded);
    await bench.workspace.refreshFiles();
    await openFirst(bench);
    target.replaceChildren();
    mount(App, { target, props: { bench } });
    window.addEventListener('hashchange', () => void openLink(bench));
  } catch (error) {
    target.textContent = `Synod cannot start: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function openFirst(bench: Workbench): Promise<void> {
  if (await openLink(bench)) return;
  const last = await bench.store.get<string>('last');
  const files = bench.workspace.files.filter((file) => file.isModel).map((file) => file.path);
  const path = last !== undefined && files.includes(last) ? last : files[0];
  if (path !== undefined) await bench.open(path);
  else await bench.openExample(FIRST);
}

/** Opens the model that the link holds, or the example that it names; false if it has neither. */
async function openLink(bench: Workbench): Promise<boolean> {
  const shared = await fromFragment(location.hash);
  const example = new URLSearchParams(location.hash.slice(1)).get('example');
  if (shared) await bench.openShared(shared);
  else if (example !== null && bench.catalogue.examples.some((one) => one.path === example)) await bench.openExample(example);
  else return false;
  if (shared?.property) bench.property = shared.property;
  history.replaceState(null, '', location.pathname + location.search);
  return true;
}

void begin();
