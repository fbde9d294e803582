// The run viewer alone, as one script and one style sheet: for reports, editors and other pages.

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: false,
    lib: { entry: 'src/viewer/element.ts', formats: ['iife'], name: 'SynodRun', fileName: () => 'synod-run.js', cssFileName: 'synod-run' },
  },
});
